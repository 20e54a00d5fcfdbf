import { Periodicity } from "../../../core/calendar/periodicity.ts"
import type { Donation } from "../../../core/donations/Donation.ts"
import { PaymentForm } from "../../../core/invoices/Invoice.ts"
import type { Member, MemberBook, MemberNumber } from "../../../core/members/Member.ts"
import { boolean, date, integer, money, nullable, oneOf, places, text, timestamp, uuid } from "./columns.ts"
import type { Columns } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"

/** Table member. */
export const memberColumns: Columns<Member> = {
  organizationId: organizationIdColumn,
  id: uuid,
  numero: integer,
  nombre: text,
  nif: nullable(text),
  email: nullable(text),
  cuota: money,
  periodicidad: oneOf(...Periodicity.literals),
  alta: date,
  baja: nullable(date),
  creado: timestamp,
  ...places,
}

/** Table member_number. */
export const memberNumberColumns: Columns<MemberNumber> = {
  organizationId: organizationIdColumn,
  id: text,
  socio_id: uuid,
}

/** Table member_book. */
export const memberBookColumns: Columns<MemberBook> = {
  organizationId: organizationIdColumn,
  id: uuid,
  last: integer,
}

/** Table donation. */
export const donationColumns: Columns<Donation> = {
  organizationId: organizationIdColumn,
  id: uuid,
  importe: money,
  fecha: date,
  forma_pago: nullable(oneOf(...PaymentForm.literals)),
  socio_id: nullable(uuid),
  contacto_id: nullable(uuid),
  anonimo: boolean,
  creado: timestamp,
  ...places,
}
