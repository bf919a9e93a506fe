import { html, type Html } from '../../infrastructure/http/html.ts';
import type { MessageRow } from './person-data.store.ts';

// How the copy looks to a person: a page to read, and a sheet to sort. In the language of the company's customers.

type Row = Record<string, unknown>;

export const pageHead = (sections: { title: string; rows: Row[] }[], createdAt: string): Html =>
  html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <title>Dados pessoais</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>Dados pessoais</h1>
        <p>
          Cópia feita em ${createdAt}. Os mesmos dados estão em dados.json e mensagens.json; os arquivos, na pasta
          midia.
        </p>
        ${sections.map(
          ({ title, rows }) =>
            html`<h2>${titles[title] ?? title}</h2>
              ${rows.length === 0 ? html`<p>Nada guardado.</p>` : rows.map(definition)}`,
        )}
        <h2>Mensagens</h2>
        <table>
          <thead>
            <tr>
              <th>Quando</th>
              <th>Conversa</th>
              <th>Quem</th>
              <th>Mensagem</th>
              <th>Arquivo</th>
            </tr>
          </thead>
          <tbody>
     `;
export const pageFoot = html`</tbody></table></body></html>`;

export const pageRow = (message: MessageRow): Html =>
  html`<tr>
    <td>${message.sent_at}</td>
    <td>${message.ticket_id}</td>
    <td>${authorOf(message)}</td>
    <td>${textOf(message)}</td>
    <td>
      ${message.media_key === null ? '' : html`<a href="${fileName(message)}">${message.media_name || 'arquivo'}</a>`}
    </td>
  </tr> `;

const titles: Record<string, string> = {
  contato: 'Contato',
  identidades: 'Identidades nos canais',
  informacoesAdicionais: 'Informações adicionais',
  tags: 'Tags',
  observacoes: 'Observações da equipe',
  unioes: 'Uniões de contatos',
  consentimentos: 'Consentimentos',
  copias: 'Cópias pedidas',
  conversas: 'Conversas',
  registro: 'Registro das conversas',
  atendimentos: 'Atendimentos',
  etapas: 'Etapas do kanban',
  avaliacoes: 'Avaliações',
};

const definition = (row: Row): Html =>
  html`<dl>
    ${Object.entries(row)
      .filter(([, value]) => value !== null && value !== '')
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${typeof value === 'string' ? value : JSON.stringify(value)}</dd>`,
      )}
  </dl> `;

export const CSV_HEADER = `\uFEFF${['quando', 'conversa', 'quem', 'mensagem', 'tipo', 'arquivo'].join(';')}\r\n`;
export const csvRow = (message: MessageRow): string =>
  `${[
    message.sent_at,
    message.ticket_id,
    authorOf(message),
    textOf(message),
    message.media_type,
    message.media_key === null ? '' : fileName(message),
  ]
    .map((value) => cell(String(value)))
    .join(';')}\r\n`;

/** What begins like a formula would be one, on the machine of whoever opens the sheet. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const authorOf = ({ from_me, is_private }: MessageRow): string =>
  is_private ? 'nota interna' : from_me ? 'empresa' : 'pessoa';
const textOf = ({ body, transcription, is_deleted, ...rest }: MessageRow): string =>
  [
    `${is_deleted ? '[apagada] ' : ''}${body}`,
    ...cardTexts(rest['data']).filter((text) => !body.includes(text)),
    ...(transcription === null ? [] : [`[transcrição] ${transcription}`]),
  ].join('\n');

/** What a card says beside its text: of an order what was ordered, of a story or a post where it is. */
function cardTexts(data: unknown): string[] {
  const { title, url, items } = (data ?? {}) as { title?: unknown; url?: unknown; items?: unknown };
  const goods = Array.isArray(items) ? (items as { name?: unknown; quantity?: unknown }[]) : [];
  return [title, ...goods.map(({ name, quantity }) => `${String(quantity)}× ${String(name)}`), url].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

/** Where a message's file lies in the copy: its own number in front, so that no two are the same. */
export const fileName = ({ id, media_name }: { id: string; media_name: string }): string =>
  `midia/${id}-${
    media_name
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^\.+/, '')
      .slice(-100) || 'arquivo'
  }`;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:14rem 1fr;gap:.2rem 1rem;border-top:1px solid #ccc;padding:.5rem 0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;border-top:1px solid #ccc;padding:.3rem .5rem;white-space:pre-wrap;overflow-wrap:anywhere}';
