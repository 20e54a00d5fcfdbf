import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What a paid invoice remembers of its payments, and the date of collection that follows from them. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
ALTER TABLE invoice ADD COLUMN settlement jsonb;

-- As core/payments/collection.ts does.
WITH reaching AS (
  SELECT p.organization_id, p.factura_id, p.created_sequence, p.importe, p.fecha, t.total,
      sum(p.importe) OVER (PARTITION BY p.organization_id, p.factura_id ORDER BY p.created_sequence) AS reached
    FROM payment AS p JOIN invoice AS t ON t.organization_id = p.organization_id AND t.id = p.factura_id
    WHERE t.total > 0 AND t.cobrado >= t.total
), noted AS (
  SELECT *, row_number() OVER (PARTITION BY organization_id, factura_id ORDER BY created_sequence) AS place
    FROM reaching WHERE reached >= total
), settled AS (
  SELECT organization_id, factura_id, min(reached - importe) AS before,
      (array_agg(fecha ORDER BY created_sequence))[1] AS fecha,
      jsonb_agg(jsonb_build_object('place', created_sequence, 'importe', importe, 'fecha', fecha)
        ORDER BY created_sequence) AS payments
    FROM noted WHERE place <= 100 GROUP BY organization_id, factura_id
)
UPDATE invoice AS t
  SET settlement = jsonb_build_object('before', s.before, 'payments', s.payments), fecha_cobro = s.fecha
  FROM settled AS s WHERE t.organization_id = s.organization_id AND t.id = s.factura_id;
`))
