import {
  MAX_PREVIEW_SCANNED_ROWS,
  PREVIEW_ROWS,
  type SpreadsheetPreview,
} from '@balcao/contract/endpoints/contact-spreadsheets';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { ReadRow } from '@balcao/domain/contact/spreadsheet-row';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import type { SpreadsheetSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { readRows } from './import-rows.ts';
import { COUNT_KEYS } from './preview.ts';
import type { SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'contactLists'>;
interface ListPreviewRequest {
  companyId: number;
  listId: number;
  spreadsheet: Parameters<typeof readRows>[0];
  updatesNames: boolean;
  from: number;
  country: DefaultCountry;
  /** Numbers are hidden from the caller. */
  masked: boolean;
}
type PreviewRow = SpreadsheetPreview['rows'][number];
const MAX_TEXT_LENGTH = 300;

/** Evaluates what an import into a contact list would do, without changes. A repeated number is in the list already. */
export async function previewForList(
  { db, contactLists }: Deps,
  source: SpreadsheetSource,
  { companyId, listId, spreadsheet, updatesNames, from, country, masked }: ListPreviewRequest,
): Promise<SpreadsheetPreview> {
  const counts = { rows: 0, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0, excluded: 0 };
  const rows: PreviewRow[] = [];
  const names = new Map<string, string>();
  let isWhole = true;
  for await (const chunk of readRows(spreadsheet, source, country)) {
    const keys = chunk.flatMap(({ read }) =>
      read !== 'excluded' && read.outcome === 'person' && !names.has(read.contact.key) ? [read.contact.key] : [],
    );
    const stored = await db.readCompany(companyId, (tx) => contactLists.inTx.namesByKey(tx, listId, keys));
    for (const [key, name] of stored) names.set(key, name);
    for (const { row, read } of chunk) {
      counts.rows += 1;
      const { outcome, before } = evaluate(read);
      counts[COUNT_KEYS[outcome]] += 1;
      if (row >= from && rows.length < PREVIEW_ROWS) rows.push(present(row, read, outcome, before));
    }
    if (counts.rows < MAX_PREVIEW_SCANNED_ROWS) continue;
    isWhole = false;
    break;
  }
  return { counts, isWhole, rows };

  function evaluate(read: RowRead) {
    if (read === 'excluded') return { outcome: 'excluded' as const, before: undefined };
    if (read.outcome !== 'person') return { outcome: read.outcome, before: undefined };
    const { key, name } = read.contact;
    const before = names.get(key);
    if (before === undefined || updatesNames) names.set(key, name);
    if (before === undefined) return { outcome: 'create' as const, before };
    return { outcome: updatesNames && before !== name ? ('change' as const) : ('unchanged' as const), before };
  }

  function present(row: number, read: RowRead, fate: PreviewRow['fate'], before: string | undefined): PreviewRow {
    const { name, number, email } = read === 'excluded' ? { name: '', number: '', email: '' } : read.contact;
    const show = (text: string) => (masked ? maskName(text) : text).slice(0, MAX_TEXT_LENGTH);
    return {
      row,
      fate,
      faults: read !== 'excluded' && read.outcome !== 'person' ? read.errors : [],
      name: show(name),
      number: (masked ? maskNumber(number) : number).slice(0, MAX_TEXT_LENGTH),
      email: email.slice(0, MAX_TEXT_LENGTH),
      tags: [],
      extraInfo: [],
      contactId: null,
      changes:
        fate === 'change' ? [{ field: 'name' as const, label: '', from: show(before ?? ''), to: show(name) }] : [],
    };
  }
}
type RowRead = ReadRow | 'excluded';
