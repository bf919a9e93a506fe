/** Building blocks of the API reference: tables, collapsed parts, schemas as tables. */
import { html, type Html } from './html.ts';
import type { JsonSchema } from './json-schema.ts';
import { formsOf, rowsOf, typeText } from './schema-text.ts';

export const code = (text: string): Html => html`<code>${text}</code>`;
export const inLanguage = (lang: 'pt' | 'es', text: string): Html => html`<span lang="${lang}">${text}</span>`;

export const folded = (title: string, content: Html): Html =>
  html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`;

export function table(heads: string[], rows: (Html | string | number)[][]): Html {
  const cells = (row: (Html | string | number)[]) => row.map((cell) => html`<td>${cell}</td>`);
  // A wide table scrolls on a phone; a scrollable element must be reachable by keyboard.
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** One table, or one for each variant of the schema. */
export function schemaTables(schema: JsonSchema): Html {
  const forms = formsOf(schema);
  if (forms.length === 1) return schemaTable(schema);
  return html`${forms.map(
    (form, at) =>
      html`<p>Form ${at + 1} of ${forms.length}</p>
        ${schemaTable(form)}`,
  )}`;
}

function schemaTable(schema: JsonSchema): Html {
  const rows = rowsOf(schema).map((row) => [code(row.path), row.type, row.isRequired ? 'yes' : '', row.notes]);
  const typeLine = schema.properties ? undefined : html`<p>${typeText(schema)}</p>`;
  return html`${typeLine}${rows.length > 0 ? table(['Name', 'Type', 'Required', 'Notes'], rows) : undefined}`;
}
