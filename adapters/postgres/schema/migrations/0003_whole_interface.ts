import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

const marks = "[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]"
const blanks = "[\\t-\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF]+"

/** Products, expenses, payments, webhook subscriptions with their deliveries, outgoing mail, and what lists search by. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE product (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  nombre text NOT NULL,
  sku text,
  codigo_barras text,
  descripcion text,
  categoria text,
  -- numeric as text in JSON keeps all eight decimals.
  precio numeric(17, 8) NOT NULL,
  tipo_iva numeric(9, 6) NOT NULL,
  stock bigint NOT NULL,
  unidad text NOT NULL,
  clase text NOT NULL,
  stock_minimo bigint NOT NULL,
  etiquetas text[] NOT NULL,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  search text NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX product_created ON product (organization_id, created_sequence);
CREATE UNIQUE INDEX product_modified ON product (organization_id, modified_sequence);
CREATE INDEX product_of_sku ON product (organization_id, sku, created_sequence) WHERE sku IS NOT NULL;
CREATE INDEX product_of_barcode ON product (organization_id, codigo_barras, created_sequence) WHERE codigo_barras IS NOT NULL;
CREATE INDEX product_labels ON product USING gin (organization_id, etiquetas) WHERE etiquetas <> '{}';
CREATE INDEX product_search ON product USING gin (organization_id, search gin_trgm_ops);

-- One row per sku in use: it makes skus unique in a company.
CREATE TABLE product_sku (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  producto_id uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE expense (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  proveedor_id uuid,
  proveedor text,
  referencia text,
  categoria text,
  clase text,
  fecha date NOT NULL,
  base bigint NOT NULL,
  tipo_iva numeric(9, 6) NOT NULL,
  cuota_iva bigint NOT NULL,
  irpf integer NOT NULL,
  total bigint NOT NULL,
  pagado boolean NOT NULL,
  notas text,
  estado_aprobacion text NOT NULL,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  search text NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX expense_created ON expense (organization_id, created_sequence);
CREATE UNIQUE INDEX expense_modified ON expense (organization_id, modified_sequence);
CREATE INDEX expense_supplier ON expense (organization_id, proveedor_id, created_sequence) WHERE proveedor_id IS NOT NULL;
CREATE INDEX expense_date ON expense (organization_id, fecha);
CREATE INDEX expense_search ON expense USING gin (organization_id, search gin_trgm_ops);

CREATE TABLE payment (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  factura_id uuid NOT NULL,
  importe bigint NOT NULL,
  fecha date NOT NULL,
  forma_pago text,
  referencia text,
  notas text,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX payment_created ON payment (organization_id, created_sequence);
CREATE UNIQUE INDEX payment_modified ON payment (organization_id, modified_sequence);
CREATE INDEX payment_invoice ON payment (organization_id, factura_id, created_sequence);
CREATE INDEX payment_date ON payment (organization_id, fecha);

CREATE TABLE webhook (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  sucesos text[] NOT NULL,
  descripcion text,
  modo_aviso text NOT NULL,
  activo boolean NOT NULL,
  fallos_seguidos integer NOT NULL,
  -- Sealed: the plain secret is in no table and no log.
  sealed_secret text NOT NULL,
  previous_secret jsonb,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX webhook_created ON webhook (organization_id, created_sequence);
CREATE UNIQUE INDEX webhook_modified ON webhook (organization_id, modified_sequence);

CREATE TABLE webhook_count (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  count integer NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE delivery (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  suceso text NOT NULL,
  creado timestamptz NOT NULL,
  estado text NOT NULL,
  intentos integer NOT NULL,
  proximo_intento timestamptz,
  ultimo_codigo integer,
  ultimo_error text,
  round_start integer NOT NULL,
  settled timestamptz,
  cuerpo text NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX delivery_created ON delivery (organization_id, webhook_id, created_sequence);
CREATE UNIQUE INDEX delivery_modified ON delivery (organization_id, webhook_id, modified_sequence);
CREATE INDEX delivery_pending ON delivery (organization_id, webhook_id, created_sequence) WHERE estado = 'pending';
CREATE INDEX delivery_time ON delivery (organization_id, webhook_id, creado);
CREATE INDEX delivery_due ON delivery (proximo_intento) WHERE estado = 'pending';

CREATE TABLE outgoing_mail (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  factura_id uuid NOT NULL,
  para text[] NOT NULL,
  asunto text NOT NULL,
  mensaje text NOT NULL,
  estado text NOT NULL,
  intentos integer NOT NULL,
  proximo_intento timestamptz,
  ultimo_error text,
  creado timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX outgoing_mail_due ON outgoing_mail (proximo_intento) WHERE estado = 'pending';

ALTER TABLE invoice
  ADD COLUMN aceptacion jsonb,
  ADD COLUMN convertida_en uuid,
  ADD COLUMN search text NOT NULL DEFAULT '';
CREATE INDEX invoice_contact ON invoice (organization_id, contacto_id, created_sequence) WHERE contacto_id IS NOT NULL;
CREATE INDEX invoice_standing ON invoice (organization_id, standing, created_sequence);
-- Days of issue are walked one by one.
CREATE INDEX invoice_day ON invoice (organization_id, fecha_emision, created_sequence) INCLUDE (modified_sequence);
CREATE INDEX invoice_series ON invoice (organization_id, serie, created_sequence);
CREATE INDEX invoice_due_date ON invoice (organization_id, fecha_vencimiento) WHERE fecha_vencimiento IS NOT NULL;
-- Of the kinds that are few; the others are found in the order of creation.
CREATE INDEX invoice_document ON invoice (organization_id, tipo_documento, created_sequence) WHERE tipo_documento <> 'invoice';
CREATE INDEX invoice_rectifying ON invoice (organization_id, created_sequence) WHERE tipo = 'rectificative';
-- Invoices without labels cost nothing here.
CREATE INDEX invoice_labels ON invoice USING gin (organization_id, etiquetas) WHERE etiquetas <> '{}';
-- Unique as before; in this order a reference is found too, whatever the kind of document.
DROP INDEX invoice_number;
CREATE UNIQUE INDEX invoice_number ON invoice (organization_id, serie, numero, tipo_documento) WHERE numero IS NOT NULL;
CREATE INDEX invoice_search ON invoice USING gin (organization_id, search gin_trgm_ops);

ALTER TABLE contact ADD COLUMN search text NOT NULL DEFAULT '';

-- What was stored before is found and counted too; as core/search/searchTexts.ts and counters.ts do. Marks are those
-- that Latin and Greek letters come apart into, blanks those of ECMAScript.
CREATE FUNCTION pg_temp.plain(VARIADIC texts text[]) RETURNS text LANGUAGE sql AS $$
  SELECT regexp_replace(
    regexp_replace(lower(normalize(concat_ws(' ', VARIADIC texts), NFD)), '${marks}', '', 'g'), '${blanks}', ' ', 'g')
$$;
UPDATE contact SET search = pg_temp.plain(nombre, nif, email, referencia);
UPDATE invoice SET search =
  pg_temp.plain(CASE WHEN numero IS NULL THEN NULL ELSE serie || '-' || numero END, recipient ->> 'nombre', recipient ->> 'nif');
INSERT INTO counter (organization_id, name, n)
  SELECT organization_id, 'registryRecord', count(*) FROM registry_record GROUP BY organization_id
  UNION ALL SELECT organization_id, 'activityEntry', count(*) FROM activity_entry GROUP BY organization_id;
INSERT INTO counter (organization_id, name, n)
  SELECT organization_id, counted.name, count(*) FROM invoice, LATERAL (VALUES
    ('invoice/day/' || to_char(fecha_emision, 'YYYY-MM-DD')),
    ('invoice/tipo_documento/' || tipo_documento),
    ('invoice/tipo/' || tipo),
    ('invoice/serie/' || serie)) AS counted (name)
  GROUP BY organization_id, counted.name;

CREATE INDEX contact_nif ON contact (organization_id, nif, created_sequence) WHERE nif IS NOT NULL;
CREATE INDEX contact_email ON contact (organization_id, email, created_sequence) WHERE email IS NOT NULL;
CREATE INDEX contact_reference ON contact (organization_id, referencia, created_sequence) WHERE referencia IS NOT NULL;
CREATE INDEX contact_labels ON contact USING gin (organization_id, etiquetas) WHERE etiquetas <> '{}';
CREATE INDEX contact_search ON contact USING gin (organization_id, search gin_trgm_ops);
`))
