import * as contacts from "./contacts.ts"
import * as deals from "./deals.ts"
import * as documents from "./documents.ts"
import * as donations from "./donations.ts"
import * as expenses from "./expenses.ts"
import * as goods from "./goods.ts"
import * as members from "./members.ts"
import * as purchases from "./purchases.ts"
import * as reads from "./reads.ts"
import type { Act } from "./Scene.ts"
import * as stores from "./stores.ts"
import * as subscriptions from "./subscriptions.ts"
import * as webhooks from "./webhooks.ts"
import * as wrongs from "./wrongs.ts"

/** What clients do: how each request is made up, and its weight when the next one is drawn. */
export const requestActs = {
  addContact: [contacts.addContact, 6],
  changeContact: [contacts.changeContact, 4],
  removeContact: [contacts.removeContact, 2],
  addProduct: [goods.addProduct, 4],
  changeProduct: [goods.changeProduct, 4],
  removeProduct: [goods.removeProduct, 1],
  addExpense: [expenses.addExpense, 3],
  changeExpense: [expenses.changeExpense, 2],
  judgeExpense: [expenses.judgeExpense, 4],
  removeExpense: [expenses.removeExpense, 1],
  openDeal: [deals.openDeal, 2],
  changeDeal: [deals.changeDeal, 4],
  removeDeal: [deals.removeDeal, 1],
  order: [purchases.order, 4],
  changeOrder: [purchases.changeOrder, 2],
  receive: [purchases.receive, 3],
  noteOrder: [purchases.noteOrder, 2],
  removeOrder: [purchases.removeOrder, 1],
  join: [members.join, 3],
  changeMember: [members.changeMember, 2],
  removeMember: [members.removeMember, 1],
  donate: [donations.donate, 3],
  changeDonation: [donations.changeDonation, 2],
  removeDonation: [donations.removeDonation, 1],
  openStore: [stores.openStore, 2],
  changeStore: [stores.changeStore, 1],
  switchStore: [stores.switchStore, 3],
  removeStore: [stores.removeStore, 1],
  importOrder: [stores.importOrder, 6],
  addSubscription: [subscriptions.addSubscription, 5],
  changeSubscription: [subscriptions.changeSubscription, 3],
  switchSubscription: [subscriptions.switchSubscription, 3],
  removeSubscription: [subscriptions.removeSubscription, 1],
  draft: [documents.draft, 18],
  changeDraft: [documents.changeDraft, 7],
  trash: [documents.trash, 4],
  issue: [documents.issue, 20],
  exchange: [documents.exchange, 2],
  annul: [documents.annul, 4],
  rectify: [documents.rectify, 5],
  convert: [documents.convert, 3],
  answerQuote: [documents.answerQuote, 3],
  send: [documents.send, 2],
  amend: [documents.amend, 2],
  label: [documents.label, 2],
  pay: [documents.pay, 10],
  unpay: [documents.unpay, 4],
  subscribe: [webhooks.subscribe, 2],
  changeWebhook: [webhooks.changeWebhook, 3],
  reactivate: [webhooks.reactivate, 2],
  rotate: [webhooks.rotate, 1],
  testWebhook: [webhooks.testWebhook, 2],
  unsubscribe: [webhooks.unsubscribe, 1],
  replay: [webhooks.replay, 3],
  replayRange: [webhooks.replayRange, 1],
  readOne: [reads.readOne, 8],
  list: [reads.list, 6],
  walk: [reads.walk, 4],
  readMore: [reads.readMore, 6],
  refused: [wrongs.refused, 6],
  again: [wrongs.again, 6],
} as const satisfies Readonly<Record<string, readonly [Act, number]>>
export type RequestAct = keyof typeof requestActs

/** Whether the act is a request of a client's. */
export const isRequestAct = (act: string): act is RequestAct => act in requestActs
