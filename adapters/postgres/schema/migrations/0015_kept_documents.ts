import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The columns that never change once a document is issued: not those of how it is paid, answered, registered or annulled. */
const contents = [
  "tipo", "rectifica", "sustituye", "contacto_id", "recipient", "issuer", "fecha_emision", "fecha_vencimiento",
  "plazos", "forma_pago", "notas", "divisa", "tipo_cambio", "precios_con_iva", "recargo_equivalencia", "irpf",
  "suplidos", "lineas", "rates", "base_imponible", "cuota_iva", "cuota_recargo", "cuota_irpf", "total", "emitida",
  "creado",
]

const of = (version: "OLD" | "NEW"): string => contents.map((column) => `${version}.${column}`).join(", ")

/**
 * Triggers by which a document with a number is never removed, and keeps its number and what it says: a second lock, which
 * also holds against whoever runs SQL. A later step that has to write such columns disables the triggers while it does.
 */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE FUNCTION refuse_change_of_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    RAISE EXCEPTION '% is not emptied: %', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
  END IF;
  RAISE EXCEPTION '% %-%: %; an invoice is rectified or annulled', OLD.tipo_documento, OLD.serie, OLD.numero, TG_ARGV[0]
    USING ERRCODE = 'restrict_violation';
END $$;

-- After, since a trigger before a change has PostgreSQL lock and log the row once more, whatever its condition.
CREATE TRIGGER invoice_number_kept
  AFTER UPDATE OF organization_id, id, lifecycle, tipo_documento, serie, numero ON invoice FOR EACH ROW
  WHEN (OLD.numero IS NOT NULL AND (
    NEW.numero IS DISTINCT FROM OLD.numero OR NEW.serie <> OLD.serie OR NEW.tipo_documento <> OLD.tipo_documento
    OR (NEW.lifecycle = 'draft' AND OLD.lifecycle <> 'draft')
    OR NEW.organization_id <> OLD.organization_id OR NEW.id <> OLD.id))
  EXECUTE FUNCTION refuse_change_of_numbered('what has a number keeps it (RD 1619/2012 art. 6)');
CREATE TRIGGER invoice_contents_kept
  AFTER UPDATE OF ${contents.join(", ")} ON invoice FOR EACH ROW
  WHEN (OLD.numero IS NOT NULL AND (${of("NEW")}) IS DISTINCT FROM (${of("OLD")}))
  EXECUTE FUNCTION refuse_change_of_numbered('what was issued goes on saying the same (RD 1007/2023 art. 8)');
CREATE TRIGGER invoice_numbered_not_removed AFTER DELETE ON invoice FOR EACH ROW
  WHEN (OLD.numero IS NOT NULL)
  EXECUTE FUNCTION refuse_change_of_numbered('what has a number is never removed (RD 1007/2023 art. 8)');
CREATE TRIGGER invoice_not_emptied BEFORE TRUNCATE ON invoice FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_numbered('what has a number is never removed (RD 1007/2023 art. 8)');
`))
