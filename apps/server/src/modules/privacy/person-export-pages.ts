import { csvCell } from '@balcao/domain/contact/spreadsheet-cell';
import { html, type Html } from '../../infrastructure/http/html.ts';
import type { ExportedMessage } from './person-data.store.ts';

// The readable files of a personal data export: an HTML page and a CSV file, in Portuguese.

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

export const pageRow = (message: ExportedMessage): Html =>
  html`<tr>
    <td>${message.sentAt}</td>
    <td>${message.ticketNumber ?? ''}</td>
    <td>${authorOf(message)}</td>
    <td>${textOf(message)}</td>
    <td>
      ${message.mediaKey === null ? '' : html`<a href="${fileName(message)}">${message.mediaName || 'arquivo'}</a>`}
    </td>
  </tr> `;

const titles: Record<string, string> = {
  contato: 'Contato',
  identidades: 'Identidades nos canais',
  informacoesAdicionais: 'Informações adicionais',
  tags: 'Tags',
  observacoes: 'Observações da equipe',
  unioes: 'Contatos unidos',
  consentimentos: 'Consentimentos',
  copias: 'Cópias pedidas',
  conversas: 'Conversas',
  registro: 'Registro das conversas',
  atendimentos: 'Atendimentos',
  etapas: 'Colunas do kanban',
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
export const csvRow = (message: ExportedMessage): string =>
  `${[
    message.sentAt,
    message.ticketNumber ?? '',
    authorOf(message),
    textOf(message),
    message.mediaType,
    message.mediaKey === null ? '' : fileName(message),
  ]
    .map((value) => csvCell(String(value)))
    .join(';')}\r\n`;

const authorOf = ({ fromMe, isPrivate }: ExportedMessage): string =>
  isPrivate ? 'nota interna' : fromMe ? 'empresa' : 'pessoa';
const textOf = ({ body, transcription, isDeleted, data }: ExportedMessage): string =>
  [
    `${isDeleted ? '[apagada] ' : ''}${body}`,
    ...cardTexts(data).filter((text) => !body.includes(text)),
    ...(transcription === null ? [] : [`[transcrição] ${transcription}`]),
  ].join('\n');

/** Texts of a card besides its body: title, ordered items, URL of a story or post. */
function cardTexts(data: unknown): string[] {
  const { title, url, items } = (data ?? {}) as { title?: unknown; url?: unknown; items?: unknown };
  const orderItems = Array.isArray(items) ? (items as { name?: unknown; quantity?: unknown }[]) : [];
  return [title, ...orderItems.map(({ name, quantity }) => `${String(quantity)}× ${String(name)}`), url].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

/** Path of a message's file in the archive; the message id makes it unique. */
export const fileName = ({ id, mediaName }: Pick<ExportedMessage, 'id' | 'mediaName'>): string =>
  `midia/${id}-${
    mediaName
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^\.+/, '')
      .slice(-100) || 'arquivo'
  }`;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:14rem 1fr;gap:.2rem 1rem;border-top:1px solid #ccc;padding:.5rem 0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;border-top:1px solid #ccc;padding:.3rem .5rem;white-space:pre-wrap;overflow-wrap:anywhere}';
