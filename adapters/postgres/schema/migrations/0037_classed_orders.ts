import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Lines of purchase orders that do not say of which class they are, and in which unit, get those of their products. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
UPDATE purchase_order AS o SET lineas = (
  SELECT jsonb_agg(jsonb_build_object('clase', coalesce(p.clase, 'goods'), 'unidad', p.unidad) || line ORDER BY nth)
  FROM jsonb_array_elements(o.lineas) WITH ORDINALITY AS l (line, nth)
  LEFT JOIN product AS p ON p.organization_id = o.organization_id AND p.id = (line->>'producto_id')::uuid
)
WHERE jsonb_array_length(o.lineas) > 0;
`))
