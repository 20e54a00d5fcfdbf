import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Companies, keys, contacts, invoices, numbering, the registry chain, outbox, activity and idempotency. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE organization (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  nombre text NOT NULL,
  razon_social text,
  nif text,
  direccion text,
  ciudad text,
  cp text,
  provincia text,
  pais text,
  email text,
  telefono text,
  web text,
  forma_juridica text,
  sector text,
  moneda text NOT NULL,
  region_fiscal text NOT NULL,
  tipo_iva_defecto numeric(9, 6) NOT NULL,
  regimen_igic text NOT NULL,
  recargo_equivalencia boolean NOT NULL,
  sin_animo_lucro boolean NOT NULL,
  plan_contable text NOT NULL,
  creada timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- Locked first by every commit of the company: see core/commit/CompanyHead.ts.
CREATE TABLE company_head (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  sequence bigint NOT NULL,
  instant timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 50);

CREATE TABLE access_key (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  fingerprint text NOT NULL UNIQUE,
  modo text NOT NULL,
  scopes text[] NOT NULL,
  nombre text,
  creada timestamptz NOT NULL,
  revocada timestamptz,
  ultimo_uso timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX access_key_id ON access_key (id);

CREATE TABLE contact (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  nombre text NOT NULL,
  nif text,
  email text,
  telefono text,
  movil text,
  tipo text NOT NULL,
  direccion text,
  ciudad text,
  cp text,
  provincia text,
  pais text,
  nif_iva text,
  web text,
  persona_contacto text,
  iban text,
  dias_pago integer,
  forma_pago text,
  irpf integer NOT NULL,
  descuento numeric(9, 6) NOT NULL,
  moneda text,
  idioma text,
  referencia text,
  etiquetas text[] NOT NULL,
  notas text,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX contact_created ON contact (organization_id, created_sequence);
CREATE UNIQUE INDEX contact_modified ON contact (organization_id, modified_sequence);

CREATE TABLE series (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  tipo_documento text NOT NULL,
  serie text NOT NULL,
  tipo text NOT NULL,
  last bigint NOT NULL,
  holds_live boolean NOT NULL,
  holds_full boolean NOT NULL,
  holds_simplified boolean NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 50);

-- Amounts are whole cents of divisa.
CREATE TABLE invoice (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  lifecycle text NOT NULL,
  tipo_documento text NOT NULL,
  tipo text NOT NULL,
  serie text NOT NULL,
  numero bigint,
  numero_pedido bigint,
  contacto_id uuid,
  recipient jsonb,
  issuer jsonb,
  fecha_emision date NOT NULL,
  fecha_por_defecto boolean NOT NULL,
  fecha_vencimiento date,
  dias_vencimiento integer,
  plazos text,
  forma_pago text,
  fecha_cobro date,
  notas text,
  notas_internas text,
  etiquetas text[] NOT NULL,
  divisa text NOT NULL,
  tipo_cambio numeric(15, 6) NOT NULL,
  precios_con_iva boolean NOT NULL,
  recargo_equivalencia boolean NOT NULL,
  irpf integer NOT NULL,
  suplidos bigint NOT NULL,
  lineas jsonb NOT NULL,
  rates jsonb NOT NULL,
  base_imponible bigint NOT NULL,
  cuota_iva bigint NOT NULL,
  cuota_recargo bigint NOT NULL,
  cuota_irpf bigint NOT NULL,
  total bigint NOT NULL,
  cobrado bigint NOT NULL,
  registry jsonb,
  emitida timestamptz,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  -- What of the status does not depend on today: see core/invoices/status.ts.
  standing text NOT NULL,
  last_day_in_time date,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX invoice_created ON invoice (organization_id, created_sequence);
CREATE UNIQUE INDEX invoice_modified ON invoice (organization_id, modified_sequence);
CREATE UNIQUE INDEX invoice_number ON invoice (organization_id, tipo_documento, serie, numero) WHERE numero IS NOT NULL;

CREATE TABLE chain_head (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  orden bigint NOT NULL,
  huella text NOT NULL,
  nif text NOT NULL,
  numserie text NOT NULL,
  fecha date NOT NULL,
  generado timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 50);

CREATE TABLE registry_record (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  factura_id uuid NOT NULL,
  orden bigint NOT NULL,
  tipo text NOT NULL,
  subsanacion boolean NOT NULL,
  generado timestamptz NOT NULL,
  huella text NOT NULL,
  huella_anterior text,
  -- The exact text that was hashed.
  cadena text NOT NULL,
  -- json, not jsonb: the order of the fields is that of the official schema.
  campos json NOT NULL,
  qr text,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX registry_record_orden ON registry_record (organization_id, orden);
-- Two records never link to the same one: a chain cannot fork. The first links to none.
CREATE UNIQUE INDEX registry_record_link ON registry_record (organization_id, coalesce(huella_anterior, ''));
CREATE INDEX registry_record_invoice ON registry_record (organization_id, factura_id);

-- Records are never changed nor removed (RD 1007/2023 art. 8).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed nor removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER registry_record_append_only BEFORE UPDATE OR DELETE ON registry_record
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER registry_record_not_emptied BEFORE TRUNCATE ON registry_record
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE outbox_event (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  sequence bigint NOT NULL,
  suceso text NOT NULL,
  creado timestamptz NOT NULL,
  -- json, not jsonb: the payload stays as it was when the event happened.
  datos json NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE activity_entry (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  creado timestamptz NOT NULL,
  tipo text NOT NULL,
  mensaje text NOT NULL,
  recurso text NOT NULL,
  recurso_id text NOT NULL,
  created_sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX activity_entry_created ON activity_entry (organization_id, created_sequence);

CREATE TABLE idempotency_record (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  fingerprint text NOT NULL,
  reply json NOT NULL,
  creado timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX idempotency_record_age ON idempotency_record (creado);

-- Exact totals of the lists, kept by the commits themselves: see adapters/postgres/lists/counts/counters.ts.
CREATE TABLE counter (
  organization_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (organization_id, name)
) WITH (fillfactor = 50);

-- The last commit of each writer, to settle the outcome of one whose answer was lost.
CREATE TABLE writer (
  id uuid PRIMARY KEY,
  commit_id uuid NOT NULL,
  at timestamptz NOT NULL
) WITH (fillfactor = 50);
`))
