import {
  MAX_PREVIEW_SCANNED_ROWS,
  PREVIEW_ROWS,
  type SpreadsheetPreview,
} from '@balcao/contract/endpoints/contact-spreadsheets';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { ReadRow, SpreadsheetContact } from '@balcao/domain/contact/spreadsheet-row';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import type { ContactChange } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { SpreadsheetSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { changeOf } from '../contacts/index.ts';
import { readRows } from './import-rows.ts';
import type { SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'contacts' | 'tags'>;
interface PreviewRequest {
  companyId: number;
  spreadsheet: Parameters<typeof readRows>[0];
  /** Tags for every contact of the spreadsheet. */
  tagIds: number[];
  from: number;
  country: DefaultCountry;
  /** Numbers are hidden from the caller. */
  masked: boolean;
}
type PreviewRow = SpreadsheetPreview['rows'][number];
type ParsedRow = { row: number; read: ReadRow | 'excluded' };
type ExistingContact = Parameters<typeof changeOf>[0];
/** Stands for a tag that does not exist yet, so no contact has it. */
const NEW_TAG = 0;

/** Evaluates what an import would do, without changes. A repeated number is compared with the row before it. */
export async function preview(
  { db, contacts, tags }: Deps,
  source: SpreadsheetSource,
  { companyId, spreadsheet, country, tagIds, from, masked }: PreviewRequest,
): Promise<SpreadsheetPreview> {
  const counts = { rows: 0, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0, excluded: 0 };
  const rows: PreviewRow[] = [];
  const existingByKey = new Map<string, ExistingContact>();
  let isWhole = true;

  async function evaluate(tx: Tx, chunk: ParsedRow[]) {
    const newContacts = chunk.flatMap(({ read: parsed }) =>
      parsed !== 'excluded' && parsed.outcome === 'person' ? [parsed.contact] : [],
    );
    const names = await tags.resolveByNames(tx, [...new Set(newContacts.flatMap((contact) => contact.tags))], {
      userId: null,
      maxNewTags: 0,
    });
    const unseen = newContacts.map(({ key }) => key).filter((key) => !existingByKey.has(key));
    for (const [key, existing] of await contacts.inTx.bulk.findExisting(tx, unseen)) existingByKey.set(key, existing);
    for (const { row, read: parsed } of chunk) {
      counts.rows += 1;
      const outcome =
        parsed === 'excluded'
          ? parsed
          : parsed.outcome === 'person'
            ? evaluateContact(parsed.contact, names)
            : parsed.outcome;
      counts[COUNT_KEYS[typeof outcome === 'string' ? outcome : outcome.fate]] += 1;
      if (row < from || rows.length >= PREVIEW_ROWS) continue;
      const presented = presentRow(row, parsed, typeof outcome === 'string' ? undefined : outcome);
      rows.push(masked ? maskRow(presented) : presented);
    }
  }
  function evaluateContact(contact: SpreadsheetContact, names: Map<string, number>) {
    const before = existingByKey.get(contact.key);
    const allTagIds = [...tagIds, ...contact.tags.map((name) => names.get(name.toLowerCase()) ?? NEW_TAG)];
    const now = { ...contact, tagIds: allTagIds };
    const change = before && changeOf(before, now);
    existingByKey.set(contact.key, {
      key: contact.key,
      id: before?.id ?? 0,
      name: contact.name,
      email: contact.email || (before?.email ?? ''),
      tagIds: [...(before?.tagIds ?? []), ...allTagIds],
      extra: [...new Map([...(before?.extra ?? []), ...contact.extra])],
    });
    const fate = !before ? ('create' as const) : change ? ('change' as const) : ('unchanged' as const);
    return { fate, contactId: before?.id ?? 0, change };
  }

  for await (const chunk of readRows(spreadsheet, source, country)) {
    await db.readCompany(companyId, (tx) => evaluate(tx, chunk));
    if (counts.rows < MAX_PREVIEW_SCANNED_ROWS) continue;
    isWhole = false;
    break;
  }
  return { counts, isWhole, rows };
}

/** The count of a preview that grows by a row with this outcome. */
export const COUNT_KEYS = {
  create: 'created',
  change: 'changed',
  unchanged: 'unchanged',
  ignored: 'ignored',
  invalid: 'invalid',
  excluded: 'excluded',
} as const;

const EMPTY_CONTACT: SpreadsheetContact = { name: '', number: '', key: '', email: '', tags: [], extra: [] };

function presentRow(
  row: number,
  read: ReadRow | 'excluded',
  evaluation:
    | { fate: 'create' | 'change' | 'unchanged'; contactId: number; change: ContactChange | undefined }
    | undefined,
): PreviewRow {
  const contact = read === 'excluded' ? EMPTY_CONTACT : read.contact;
  const outcome =
    evaluation?.fate ?? (read === 'excluded' ? 'excluded' : read.outcome === 'person' ? 'unchanged' : read.outcome);
  return {
    row,
    fate: outcome,
    faults: read !== 'excluded' && read.outcome !== 'person' ? read.errors : [],
    name: contact.name.slice(0, MAX_TEXT_LENGTH),
    number: contact.number.slice(0, MAX_TEXT_LENGTH),
    email: contact.email.slice(0, MAX_TEXT_LENGTH),
    tags: contact.tags.slice(0, MAX_LISTED),
    extraInfo: contact.extra
      .slice(0, MAX_LISTED)
      .map(([name, value]) => ({ name, value: value.slice(0, MAX_TEXT_LENGTH) })),
    contactId: evaluation?.contactId ? evaluation.contactId : null,
    changes: evaluation?.change ? changesOf(evaluation.change, contact) : [],
  };
}
/** Hides extra fields, too, because any column may contain a number. */
const maskRow = (row: PreviewRow): PreviewRow => ({
  ...row,
  name: maskName(row.name),
  number: maskNumber(row.number),
  extraInfo: [],
  changes: row.changes
    .filter(({ field }) => field === 'name')
    .map((change) => ({ ...change, from: maskName(change.from), to: maskName(change.to) })),
});
const MAX_TEXT_LENGTH = 300;
const MAX_LISTED = 50;

const changesOf = (
  { name, email, tags, extra = [] }: ContactChange,
  contact: SpreadsheetContact,
): PreviewRow['changes'] => [
  ...(name ? [{ field: 'name' as const, label: '', from: name[0], to: name[1] }] : []),
  ...(email ? [{ field: 'email' as const, label: '', from: email[0], to: email[1] }] : []),
  ...(tags ? [{ field: 'tags' as const, label: '', from: '', to: contact.tags.join(', ') }] : []),
  ...extra.map(([label, from, to]) => ({ field: 'extra' as const, label, from: from ?? '', to })),
];
