import { duplicateReasons } from '@balcao/domain/contact/duplicates';
import {
  importFailures,
  importErrors,
  importStates,
  rowOutcomes,
  spreadsheetFields,
} from '@balcao/domain/contact/import-types';
import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import {
  done,
  id,
  idParams,
  timestamp,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
} from '../kernel/schemas.ts';
import { channel, Contact } from './contacts.ts';

/** Streamed to disk, never held in memory. */
export const MAX_SPREADSHEET_BYTES = 200 * 1024 * 1024;
/** Rows inspected while the user waits; larger spreadsheets are counted and previewed up to this row. */
export const MAX_PREVIEW_SCANNED_ROWS = 50_000;
export const PREVIEW_ROWS = 50;
export const MAX_SPREADSHEET_COLUMNS = 200;

const column = z
  .number()
  .int()
  .min(0)
  .max(MAX_SPREADSHEET_COLUMNS - 1);
const rowNumber = z.number().int().min(1).max(1_048_576);

/** Mapping of a column. `extra` becomes extra information under `label` (the header text when empty). */
export const SpreadsheetMapping = z.object({
  columns: z
    .array(z.object({ column, field: z.enum(spreadsheetFields), label: plainText(100).trim().default('') }))
    .max(MAX_SPREADSHEET_COLUMNS),
  /** The first row contains the headers and is not a contact. */
  hasHeader: z.boolean().default(true),
});
export type SpreadsheetMapping = z.infer<typeof SpreadsheetMapping>;

const Counts = z.object({
  /** Rows read so far, without the header. */
  rows: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Without a name or a number. */
  ignored: z.number(),
  /** With an invalid number or e-mail address. */
  invalid: z.number(),
  /** Deselected by the user. */
  excluded: z.number(),
});
/** Progress of an import without any cell contents; also sent to sockets. */
export const ContactImportBrief = z.object({
  id,
  fileName: z.string(),
  status: z.enum(importStates),
  /** Rows below the header; an estimate while `rowsExact` is false. */
  rows: z.number(),
  rowsExact: z.boolean(),
  counts: Counts,
  /** Why it failed; null otherwise. */
  failure: z.enum(importFailures).nullable(),
  /** Set after an undo: contacts removed, restored, and kept because they are in use. */
  undone: z.object({ removed: z.number(), restored: z.number(), kept: z.number() }).nullable(),
  mayCancel: z.boolean(),
  mayUndo: z.boolean(),
  user: z.object({ id, name: z.string() }).nullable(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** The contact list that gets the rows; null for an import of contacts. */
  contactListId: id.nullable(),
});
export type ContactImportBrief = z.infer<typeof ContactImportBrief>;

const SpreadsheetColumn = z.object({
  column,
  /** `Coluna A` without a header. */
  header: z.string(),
  /** Values of the first rows; empty where a row has none, so that rows can be read across the columns. */
  samples: z.array(z.string()),
});
export const ContactImport = ContactImportBrief.extend({
  format: z.enum(['csv', 'xlsx', 'xls', 'html']),
  /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; empty for xlsx. */
  encoding: z.string(),
  /** `;`, `,`, a tab or `|`; empty for xlsx. */
  delimiter: z.string(),
  /** Empty for other users than the uploader while the company hides numbers. */
  columns: z.array(SpreadsheetColumn),
  /** Suggested mapping; after the start, the mapping in use. */
  mapping: SpreadsheetMapping,
  tagIds: z.array(id),
  /** Signed URL of a CSV file with every ignored or invalid row and the reason. */
  errorSheetUrl: z.string().nullable(),
});
export type ContactImport = z.infer<typeof ContactImport>;

/** Ranges of row numbers, both limits included. The header is row 1. */
const excluded = z
  .array(z.tuple([rowNumber, rowNumber]))
  .max(10_000)
  .default([]);
/** For a contact list: people in it get the name of the spreadsheet. */
const updateNames = z.boolean().default(false);
const importError = z.enum(importErrors);

export const SpreadsheetPreview = z.object({
  /** Counts of the inspected rows: at most ROWS_LOOKED_AT. */
  counts: Counts,
  isWhole: z.boolean(),
  /** The first ROWS_SHOWN rows starting at `from`. */
  rows: z.array(
    z.object({
      row: rowNumber,
      fate: z.enum(rowOutcomes),
      faults: z.array(importError),
      name: z.string(),
      number: z.string(),
      email: z.string(),
      tags: z.array(z.string()),
      extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
      /** The contact with this number, and the fields that would change. */
      contactId: id.nullable(),
      changes: z.array(
        z.object({ field: z.enum(spreadsheetFields), label: z.string(), from: z.string(), to: z.string() }),
      ),
    }),
  ),
});
export type SpreadsheetPreview = z.infer<typeof SpreadsheetPreview>;

export const ContactExport = z.object({
  id,
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  rows: z.number(),
  /** Signed URL of the finished xlsx file; only for the user who requested it. */
  url: z.string().nullable(),
  createdAt: timestamp,
});
export type ContactExport = z.infer<typeof ContactExport>;

const DuplicateGroup = z.object({
  /**
   * Same number in another spelling, or without its calling code; same e-mail; same name with a similar number, or with
   * no number at all (`nameOnly`).
   */
  why: z.enum(duplicateReasons),
  contacts: z.array(Contact),
});

/** A group as it was shown, completely. */
const duplicateIds = z.array(id).min(2).max(20);

export const contactSheets = {
  /** Uploads a spreadsheet. Nothing is imported before `start`. */
  upload: post('/contact-imports', {
    optionalFiles: 'file',
    maxFileBytes: MAX_SPREADSHEET_BYTES,
    body: z.object({}),
    reply: ContactImport,
    access: 'contact.write',
    rate: 'upload',
  }),
  /** Own imports; admins see all. Newest first. */
  list: get('/contact-imports', {
    query: pageQuery.pick({ pageNumber: true }),
    reply: page('imports', ContactImportBrief),
    access: 'contact.write',
    support: false,
  }),
  show: get('/contact-imports/:id', {
    params: idParams,
    reply: ContactImport,
    access: 'contact.write',
    support: false,
  }),
  /** Previews the result; changes nothing. */
  preview: post('/contact-imports/:id/preview', {
    params: idParams,
    body: z.object({ mapping: SpreadsheetMapping, excluded, updateNames, from: rowNumber.default(1) }),
    reply: SpreadsheetPreview,
    access: 'contact.write',
  }),
  start: post('/contact-imports/:id/start', {
    params: idParams,
    body: z.object({
      mapping: SpreadsheetMapping,
      excluded,
      /** Tags that every contact of the spreadsheet gets, besides those of its row. */
      tagIds: z.array(id).max(50).default([]),
      /** Checks each new number at the channel later, within the channel's limits. */
      validate: z.boolean().default(false),
      updateNames,
    }),
    reply: ContactImport,
    access: 'contact.write',
  }),
  /** Before the start: deletes the spreadsheet. While running: stops; imported contacts stay until undone. */
  cancel: post('/contact-imports/:id/cancel', { params: idParams, reply: ContactImport, access: 'contact.write' }),
  /** For 30 days. Contacts that are in use (conversations, notes) are kept and counted. */
  undo: post('/contact-imports/:id/undo', { params: idParams, reply: ContactImport, access: 'contact.write' }),

  /** ERR_NOTHING_TO_EXPORT without a matching contact. `withNumbers` shows hidden numbers in clear and is audited. */
  export: post('/contact-exports', {
    body: z.object({
      searchParam: plainText(200).default(''),
      contactTag: z.array(id).max(1000).default([]),
      channel: channel.optional(),
      isGroup: z.boolean().optional(),
      withNumbers: z.boolean().default(false),
    }),
    reply: ContactExport,
    access: 'contact.export',
    rate: 'upload',
  }),
  exported: get('/contact-exports/:id', {
    params: idParams,
    reply: ContactExport,
    access: 'contact.export',
    support: false,
  }),

  /** A page of probable duplicates. Send `next` as `after` until it is null. */
  duplicates: get('/contact-duplicates', {
    query: z.object({ after: plainText(600).default('') }),
    reply: z.object({ groups: z.array(DuplicateGroup), next: z.string().nullable() }),
    access: 'contact.delete',
  }),
  /** Marks the contacts as distinct: they are not suggested as duplicates again. */
  dismiss: post('/contact-duplicates/dismiss', {
    body: z.object({ contactIds: duplicateIds }),
    reply: done,
    access: 'contact.delete',
  }),
  /** Removes that mark. */
  restore: post('/contact-duplicates/restore', {
    body: z.object({ contactIds: duplicateIds }),
    reply: done,
    access: 'contact.delete',
  }),

  /** Imports a short spreadsheet at once and returns the new contacts. Existing numbers stay unchanged; longer ones use `/contact-imports`. */
  quickUpload: post('/contacts/upload', {
    optionalFiles: 'file',
    maxFileBytes: MAX_SPREADSHEET_BYTES,
    body: z.object({}),
    reply: z.array(Contact),
    access: 'contact.write',
    rate: 'upload',
  }),
  /** Creates the contact of one row, or updates the contact with that number. */
  one: post('/contactsImport', {
    body: z.object({
      name: requiredText(1, 250),
      number: plainText(50).trim().min(1),
      email: z.union([z.literal(''), plainText(254).trim().toLowerCase().pipe(z.email())]).default(''),
      /** Names separated by commas; missing tags are created. */
      tags: plainText(1000).default(''),
      validateContact: z
        .union([z.boolean(), z.enum(['true', 'false', '']).transform((text) => text === 'true')])
        .default(false),
    }),
    reply: Contact,
    access: 'contact.write',
  }),
  /** Imports the address book of the connection's phone; of the default connection if none is given. */
  fromPhone: post('/contacts/import', {
    body: z.object({ whatsappId: optionalId }),
    reply: done,
    access: 'contact.write',
  }),
  /** Imports the contacts with whom the connection's phone has a chat. */
  fromChats: post('/contacts/import/chats', {
    body: z.object({ whatsappId: optionalId }),
    reply: done,
    access: 'contact.write',
  }),
};
