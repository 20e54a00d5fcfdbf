import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Gives the rows of a list groups under each of their labels, and counts the groups. */
const underLabels = (list: string, traits: ReadonlyArray<string>, given = traits): string => {
  const told = `ARRAY[${given.map((trait) => `${trait}::text`).join(", ")}]`
  return `
    INSERT INTO row_label (organization_id, list, etiqueta, created_sequence, modified_sequence, ever_group)
      SELECT DISTINCT organization_id, '${list}', label, created_sequence, modified_sequence,
        row_group_id(organization_id, '${list}', 'ever', null, length(label) || ' ' || label, ${told})
      FROM ${list}, unnest(etiquetas) AS held (label);
    INSERT INTO row_group (organization_id, list, etiqueta, scale, ${traits.join(", ")}, id, n, first_created, last_created,
        first_modified, last_modified)
      SELECT organization_id, '${list}', l.etiqueta, 'ever', ${given.join(", ")}, l.ever_group,
        count(*), min(created_sequence), max(created_sequence), min(l.modified_sequence), max(l.modified_sequence)
      FROM row_label AS l JOIN ${list} AS t USING (organization_id, created_sequence) WHERE l.list = '${list}'
      GROUP BY organization_id, l.etiqueta, ${given.join(", ")}, l.ever_group;`
}

/** Contacts and products counted and walked by their labels too. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- The labels of each contact and product, with its places and its group among those with the label.
CREATE TABLE row_label (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  etiqueta text COLLATE "C" NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  ever_group uuid NOT NULL,
  PRIMARY KEY (organization_id, list, etiqueta, created_sequence)
);
${underLabels("contact", ["tipo"])}
${underLabels("product", ["clase", "bajo_minimo", "categoria"], ["clase", "(stock < stock_minimo)", "categoria"])}
CREATE INDEX row_label_ever_created ON row_label (ever_group, created_sequence);
CREATE INDEX row_label_ever_modified ON row_label (ever_group, modified_sequence);
`))
