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
/** So many rows are looked at while somebody waits: larger sheets are counted and shown as far as that. */
export const MAX_PREVIEW_SCANNED_ROWS = 50_000;
export const PREVIEW_ROWS = 50;
export const MAX_SPREADSHEET_COLUMNS = 200;

const column = z
  .number()
  .int()
  .min(0)
  .max(MAX_SPREADSHEET_COLUMNS - 1);
const rowNumber = z.number().int().min(1).max(1_048_576);

/** What a column is taken for. `extra` becomes extra information under `label` (the header's text when empty). */
export const SpreadsheetMapping = z.object({
  columns: z
    .array(z.object({ column, field: z.enum(spreadsheetFields), label: plainText(100).trim().default('') }))
    .max(MAX_SPREADSHEET_COLUMNS),
  /** The first row tells what the columns are and is no contact itself. */
  hasHeader: z.boolean().default(true),
});
export type SpreadsheetMapping = z.infer<typeof SpreadsheetMapping>;

const Counts = z.object({
  /** Rows read so far, the header not counted. */
  rows: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Lacking a name or a number. */
  ignored: z.number(),
  /** With a number or an e-mail address that cannot be one. */
  invalid: z.number(),
  /** Unticked by whoever imported. */
  excluded: z.number(),
});
/** How an import stands, without anything of what is written in its sheet: told to sockets as it is. */
export const ContactImportBrief = z.object({
  id,
  fileName: z.string(),
  status: z.enum(importStates),
  /** How many rows the sheet has below its header; an estimate while `rowsExact` is false. */
  rows: z.number(),
  rowsExact: z.boolean(),
  counts: Counts,
  /** Why it stopped; null otherwise. */
  failure: z.enum(importFailures).nullable(),
  /** Set when it was undone: taken away again, put back as they were, and kept because something uses them. */
  undone: z.object({ removed: z.number(), restored: z.number(), kept: z.number() }).nullable(),
  mayCancel: z.boolean(),
  mayUndo: z.boolean(),
  user: z.object({ id, name: z.string() }).nullable(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
});
export type ContactImportBrief = z.infer<typeof ContactImportBrief>;

const SpreadsheetColumn = z.object({
  column,
  /** `Coluna A` where the sheet has no header. */
  header: z.string(),
  /** Its first values that are not empty. */
  samples: z.array(z.string()),
});
export const ContactImport = ContactImportBrief.extend({
  format: z.enum(['csv', 'xlsx']),
  /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; empty for xlsx. */
  encoding: z.string(),
  /** `;`, `,`, a tab or `|`; empty for xlsx. */
  delimiter: z.string(),
  /** Empty for whoever did not bring this sheet while the company hides numbers. */
  columns: z.array(SpreadsheetColumn),
  /** What the columns look like; once started, what they were taken for. */
  mapping: SpreadsheetMapping,
  tagIds: z.array(id),
  /** A signed address of a csv with every row that was ignored or invalid, and why. */
  errorSheetUrl: z.string().nullable(),
});
export type ContactImport = z.infer<typeof ContactImport>;

/** Ranges of row numbers, both ends included. A row's number is its place in the sheet: the header is 1. */
const excluded = z
  .array(z.tuple([rowNumber, rowNumber]))
  .max(10_000)
  .default([]);
const importError = z.enum(importErrors);

export const SpreadsheetPreview = z.object({
  /** Of the rows looked at: at most ROWS_LOOKED_AT. */
  counts: Counts,
  isWhole: z.boolean(),
  /** The first ROWS_SHOWN from `from` on. */
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
      /** Who is known by this number already, and what of it would be different. */
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
  /** A signed address of the xlsx once it is done; only for whoever asked for it. */
  url: z.string().nullable(),
  createdAt: timestamp,
});
export type ContactExport = z.infer<typeof ContactExport>;

const DuplicateGroup = z.object({
  /** Same number in another spelling, same e-mail, or same name with a nearly equal number. */
  why: z.enum(['number', 'email', 'name']),
  contacts: z.array(Contact),
});

/** A group as it was shown: it has no more. */
const duplicateIds = z.array(id).min(2).max(20);

export const contactSheets = {
  /** Brings a sheet: nothing is imported before `start`. xls is refused with ERR_SHEET_XLS. */
  upload: post('/contact-imports', {
    optionalFiles: 'file',
    maxFileBytes: MAX_SPREADSHEET_BYTES,
    body: z.object({}),
    reply: ContactImport,
    access: 'contact.write',
    rate: 'upload',
  }),
  /** One's own; admins see everybody's. Newest first. */
  list: get('/contact-imports', {
    query: pageQuery.pick({ pageNumber: true }),
    reply: page('imports', ContactImportBrief),
    access: 'contact.write',
  }),
  show: get('/contact-imports/:id', { params: idParams, reply: ContactImport, access: 'contact.write' }),
  /** What would happen; changes nothing. */
  preview: post('/contact-imports/:id/preview', {
    params: idParams,
    body: z.object({ mapping: SpreadsheetMapping, excluded, from: rowNumber.default(1) }),
    reply: SpreadsheetPreview,
    access: 'contact.write',
  }),
  start: post('/contact-imports/:id/start', {
    params: idParams,
    body: z.object({
      mapping: SpreadsheetMapping,
      excluded,
      /** Tags that every contact of this sheet gets, besides those of its row. */
      tagIds: z.array(id).max(50).default([]),
      /** Ask the channel about each new number later on, as its budget allows. */
      validate: z.boolean().default(false),
    }),
    reply: ContactImport,
    access: 'contact.write',
  }),
  /** Before the start: the sheet is forgotten. While it runs: it stops; what was imported stays until undone. */
  cancel: post('/contact-imports/:id/cancel', { params: idParams, reply: ContactImport, access: 'contact.write' }),
  /** For 30 days. Contacts something uses already (conversations, notes) are kept and counted. */
  undo: post('/contact-imports/:id/undo', { params: idParams, reply: ContactImport, access: 'contact.write' }),

  /** ERR_NOTHING_TO_EXPORT when nobody fits. `withNumbers` shows numbers in clear where they are hidden, and is audited. */
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
  exported: get('/contact-exports/:id', { params: idParams, reply: ContactExport, access: 'contact.export' }),

  /** A page of people who are probably one; `next` is handed back as `after` until it is null. */
  duplicates: get('/contact-duplicates', {
    query: z.object({ after: plainText(600).default('') }),
    reply: z.object({ groups: z.array(DuplicateGroup), next: z.string().nullable() }),
    access: 'contact.delete',
  }),
  /** Each of them is somebody else: no two are offered as one again. */
  dismiss: post('/contact-duplicates/dismiss', {
    body: z.object({ contactIds: duplicateIds }),
    reply: done,
    access: 'contact.delete',
  }),
  /** Takes that back. */
  restore: post('/contact-duplicates/restore', {
    body: z.object({ contactIds: duplicateIds }),
    reply: done,
    access: 'contact.delete',
  }),

  /** A short sheet at once: those that were new. Known numbers stay as they are; longer sheets are for `/contact-imports`. */
  quickUpload: post('/contacts/upload', {
    optionalFiles: 'file',
    maxFileBytes: MAX_SPREADSHEET_BYTES,
    body: z.object({}),
    reply: z.array(Contact),
    access: 'contact.write',
    rate: 'upload',
  }),
  /** One row: created, or changed where the number is known. */
  one: post('/contactsImport', {
    body: z.object({
      name: requiredText(1, 250),
      number: plainText(50).trim().min(1),
      email: z.union([z.literal(''), plainText(254).trim().toLowerCase().pipe(z.email())]).default(''),
      /** Names, with commas between them; those that do not exist yet are made. */
      tags: plainText(1000).default(''),
      validateContact: z
        .union([z.boolean(), z.enum(['true', 'false', '']).transform((text) => text === 'true')])
        .default(false),
    }),
    reply: Contact,
    access: 'contact.write',
  }),
  /** The address book of the phone behind a connection; the default one when none is named. */
  fromPhone: post('/contacts/import', {
    body: z.object({ whatsappId: optionalId }),
    reply: done,
    access: 'contact.write',
  }),
  /** Whoever this connection's phone has a chat with. */
  fromChats: post('/contacts/import/chats', {
    body: z.object({ whatsappId: optionalId }),
    reply: done,
    access: 'contact.write',
  }),
};
