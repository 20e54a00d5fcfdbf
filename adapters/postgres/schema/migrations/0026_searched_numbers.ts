import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The number of a document comes first in its text, and has no blank in it. */
const reference = "CASE WHEN numero IS NULL THEN '' ELSE split_part(search, ' ', 1) END"

/** The text of a group: the recipient, if any, and the series of what has numbers. */
const common = `btrim(substr(search, length(${reference}) + 1)) || CASE WHEN numero IS NULL THEN '' ELSE ' ' || lower(serie COLLATE "C") || '-' END`

const groupWithout = `invoice_group_id(organization_id, '', 'contact', tipo_documento, tipo, serie, standing, null, null, null, ${common})`

/** Documents are looked for by their numbers where these are sorted; what has no contact is in groups of its own. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
INSERT INTO invoice_group (organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, search, n, first_created,
    last_created, first_modified, last_modified, large, id)
  SELECT organization_id, '', 'contact', tipo_documento, tipo, serie, standing, ${common},
    count(*), min(created_sequence), max(created_sequence), min(modified_sequence), max(modified_sequence), count(*) >= 256,
    ${groupWithout}
  FROM invoice WHERE contacto_id IS NULL GROUP BY organization_id, tipo_documento, tipo, serie, standing, 8;

DROP INDEX invoice_search, invoice_alone, invoice_number;
ALTER TABLE invoice DROP CONSTRAINT invoice_check;
ALTER TABLE invoice ALTER contact_group TYPE uuid USING CASE WHEN contacto_id IS NULL THEN ${groupWithout} ELSE contact_group END;
ALTER TABLE invoice DROP COLUMN search, ALTER contact_group SET NOT NULL;
CREATE UNIQUE INDEX invoice_number ON invoice (organization_id, serie, numero, tipo_documento)
  INCLUDE (contact_group, created_sequence, modified_sequence) WHERE numero IS NOT NULL;

INSERT INTO group_part (organization_id, group_id, kind, value, n, first_created, last_created, first_modified, last_modified)
  SELECT g.organization_id, g.id, p.kind, p.value, count(*), min(t.created_sequence), max(t.created_sequence),
    min(t.modified_sequence), max(t.modified_sequence)
  FROM invoice AS t JOIN invoice_group AS g ON g.organization_id = t.organization_id AND g.id = t.contact_group AND g.large
    CROSS JOIN LATERAL parts_of_row('contact', t.total, t.fecha_emision, t.fecha_vencimiento, t.last_day_in_time) AS p
  WHERE t.contacto_id IS NULL
  GROUP BY 1, 2, 3, 4;

-- Among the numbers of a series from its first to its last, ranges of those whose references have the word, but not by the
-- series alone; a number may be in two. Digits in a number of so many, after some others, are one range for each of the
-- numbers that those others make. A single range of all where so many ranges would take longer to read.
CREATE FUNCTION numbers_with(word text, serie text, first bigint, last bigint)
RETURNS TABLE (lowest bigint, highest bigint) LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE ROWS 50 AS $$
DECLARE
  digits text := substring(word FROM '[0-9]+$');
  head text := left(word, length(word) - length(digits));
  unit bigint;
  width bigint;
  ranges bigint := 0;
BEGIN
  IF digits IS NULL OR length(digits) > 16 THEN RETURN; END IF;
  IF head <> '' AND (head NOT LIKE '%-' OR right(lower(serie COLLATE "C") || '-', length(head)) <> head) THEN RETURN; END IF;
  -- Counted before they are told.
  FOR counting IN REVERSE 1..0 LOOP
    FOR size IN greatest(length(digits), length(first::text))..length(last::text) LOOP
      FOR place IN 0..CASE WHEN head = '' THEN size - length(digits) ELSE 0 END LOOP
        CONTINUE WHEN place = 0 AND digits LIKE '0%';
        unit := power(10, size - place);
        width := power(10, size - place - length(digits));
        IF counting = 1 THEN
          ranges := ranges + least(last, power(10, size)::bigint - 1) / unit - greatest(first, power(10, size - 1)::bigint) / unit + 1;
        ELSE
          RETURN QUERY SELECT b.begin, b.begin + width - 1
            FROM generate_series(greatest(first, power(10, size - 1)::bigint) / unit, least(last, power(10, size)::bigint - 1) / unit) AS q,
              LATERAL (SELECT q * unit + digits::bigint * width AS begin) AS b
            WHERE b.begin <= last AND b.begin + width > first;
        END IF;
      END LOOP;
    END LOOP;
    IF ranges > least(100000, (last - first) / 12 + 16) THEN
      RETURN QUERY SELECT first, last;
      RETURN;
    END IF;
  END LOOP;
END
$$;
`))
