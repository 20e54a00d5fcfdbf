/** The statements of the comparator, each prepared once per connection under its name. */

/** Inserts a row: one parameter for each column, and expressions for the columns in `filled`. */
const insertInto = (
  table: string,
  columns: ReadonlyArray<string>,
  filled: Readonly<Record<string, string>> = {},
) => {
  const names = [...columns, ...Object.keys(filled)]
  const values = [...columns.map((_, i) => `$${i + 1}`), ...Object.values(filled)]
  const text = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`
  return { name: `insert ${table}`, text }
}

/** The next place in the order of creations and changes: a sequence, since here creations do not wait for each other. */
const place = "nextval('place')"

/** What an invoice keeps about its customer. */
const recipient = `json_build_object('id', replace(c.id::text, '-', ''), 'nombre', c.nombre, 'nif', c.nif,
  'nif_iva', c.nif_iva, 'email', c.email, 'direccion', c.direccion, 'ciudad', c.ciudad, 'cp', c.cp,
  'provincia', c.provincia, 'pais', c.pais, 'idioma', c.idioma)`

/** What an issued invoice keeps about its issuer. */
const issuer = `json_build_object('nombre', coalesce(o.razon_social, o.nombre), 'nif', o.nif,
  'direccion', o.direccion, 'ciudad', o.ciudad, 'cp', o.cp, 'provincia', o.provincia, 'pais', o.pais,
  'email', o.email, 'telefono', o.telefono, 'web', o.web)`

/** An invoice as lists show it; a draft shows its customer as the contact is now. */
const listed = `i.id, i.lifecycle, i.tipo_documento, i.tipo, i.serie, i.numero, i.contacto_id,
  CASE WHEN c.id IS NULL THEN i.recipient::json ELSE ${recipient} END AS recipient,
  i.fecha_emision, i.fecha_vencimiento, i.plazos, i.forma_pago, i.fecha_cobro, i.notas, i.etiquetas, i.divisa,
  i.tipo_cambio, i.recargo_equivalencia, i.irpf, i.suplidos, i.base_imponible, i.cuota_iva, i.cuota_recargo,
  i.cuota_irpf, i.total, i.cobrado, i.registry, i.creado, i.created_sequence`
const presentContact = `LEFT JOIN contact c
  ON i.lifecycle = 'draft' AND c.organization_id = i.organization_id AND c.id = i.contacto_id`

export const statements = {
  /** $1 fingerprint. */
  accessKey: {
    name: "access key",
    text: "SELECT organization_id, id, modo, scopes, revocada FROM access_key WHERE fingerprint = $1",
  },
  /** $1 organization, $2 invoice. */
  readInvoice: {
    name: "read invoice",
    text: `SELECT ${listed}, i.dias_vencimiento, i.lineas, i.rates, i.issuer
      FROM invoice i ${presentContact} WHERE i.organization_id = $1 AND i.id = $2`,
  },
  /** $1 organization, $2 place of the last one seen, $3 limit. */
  listInvoices: {
    name: "list invoices",
    text: `SELECT ${listed} FROM invoice i ${presentContact}
      WHERE i.organization_id = $1 AND i.created_sequence < $2 ORDER BY i.created_sequence DESC LIMIT $3`,
  },
  /** $1 organization. */
  countInvoices: { name: "count invoices", text: "SELECT count(*) AS n FROM invoice WHERE organization_id = $1" },
  /** $1 organization, $2 contact, $3 idempotency key: what a draft needs, and the answer that was stored under the key. */
  readForDraft: {
    name: "read for draft",
    text: `
      SELECT ${recipient} AS recipient, c.dias_pago, k.fingerprint, k.reply
      FROM organization o
      JOIN contact c ON c.organization_id = o.organization_id AND c.id = $2
      LEFT JOIN idempotency_record k ON k.organization_id = o.organization_id AND k.id = $3
      WHERE o.organization_id = $1 AND o.id = $1`,
  },
  insertInvoice: insertInto("invoice", [
    "organization_id", "id", "lifecycle", "tipo_documento", "tipo", "serie", "contacto_id",
    "recipient", "fecha_emision", "fecha_por_defecto", "fecha_vencimiento", "dias_vencimiento",
    "forma_pago", "notas", "etiquetas", "divisa", "tipo_cambio", "precios_con_iva", "recargo_equivalencia",
    "irpf", "suplidos", "lineas", "rates", "base_imponible", "cuota_iva", "cuota_recargo", "cuota_irpf", "total",
    "cobrado", "creado", "standing",
  ], { created_sequence: place, modified_sequence: place, ever_group: "$1", month_group: "$1", day_group: "$1", contact_group: "$1" }),
  /** $1 organization, $2 invoice: until the transaction ends, nobody else can issue in its series. */
  lockSeries: {
    name: "lock series",
    text: `
      SELECT s.id, s.last
      FROM invoice i
      JOIN series s ON s.organization_id = i.organization_id AND s.id = i.tipo_documento || ':' || i.serie
      WHERE i.organization_id = $1 AND i.id = $2
      FOR UPDATE OF s`,
  },
  /** $1 organization, $2 invoice, $3 idempotency key. */
  readForIssue: {
    name: "read for issue",
    text: `
      SELECT i.id, i.lifecycle, i.tipo_documento, i.tipo, i.serie, i.numero, i.contacto_id, i.fecha_emision,
        i.fecha_vencimiento, i.dias_vencimiento, i.plazos, i.forma_pago, i.fecha_cobro, i.notas, i.etiquetas,
        i.divisa, i.tipo_cambio, i.recargo_equivalencia, i.irpf, i.suplidos, i.lineas, i.rates, i.base_imponible,
        i.cuota_iva, i.cuota_recargo, i.cuota_irpf, i.total, i.cobrado, i.registry, i.creado,
        ${recipient} AS recipient, ${issuer} AS issuer, k.fingerprint, k.reply
      FROM invoice i
      JOIN organization o ON o.organization_id = i.organization_id AND o.id = i.organization_id
      JOIN contact c ON c.organization_id = i.organization_id AND c.id = i.contacto_id
      LEFT JOIN idempotency_record k ON k.organization_id = i.organization_id AND k.id = $3
      WHERE i.organization_id = $1 AND i.id = $2
      FOR UPDATE OF i`,
  },
  lockChain: {
    name: "lock chain",
    text: `
      SELECT orden, huella, nif, numserie, fecha
      FROM chain_head WHERE organization_id = $1 AND id = $1 FOR UPDATE`,
  },
  updateSeries: {
    name: "update series",
    text: `
      UPDATE series SET last = $3, holds_live = true, holds_full = true
      WHERE organization_id = $1 AND id = $2`,
  },
  insertRecord: insertInto("registry_record", [
    "organization_id", "id", "factura_id", "orden", "tipo", "subsanacion", "generado", "huella",
    "huella_anterior", "cadena", "campos", "qr", "seal",
  ]),
  writeChain: {
    name: "write chain",
    text: `
      INSERT INTO chain_head (organization_id, id, orden, huella, seal, nif, numserie, fecha, generado)
      VALUES ($1, $1, $2, $3, $3, $4, $5, $6, $7)
      ON CONFLICT (organization_id, id) DO UPDATE SET (orden, huella, nif, numserie, fecha, generado) =
        (excluded.orden, excluded.huella, excluded.nif, excluded.numserie, excluded.fecha,
         excluded.generado)`,
  },
  updateInvoice: {
    name: "update invoice",
    text: `
      UPDATE invoice SET lifecycle = 'issued', numero = $3, recipient = $4, issuer = $5, fecha_emision = $6,
        fecha_vencimiento = $7, registry = $8, emitida = $9, modified_sequence = ${place}, standing = 'due',
        last_day_in_time = $7
      WHERE organization_id = $1 AND id = $2`,
  },
  insertEvent: insertInto("outbox_event", ["organization_id", "id", "suceso", "creado", "datos"], {
    sequence: place,
  }),
  insertReply: insertInto("idempotency_record", ["organization_id", "id", "fingerprint", "reply", "creado"]),
} as const
