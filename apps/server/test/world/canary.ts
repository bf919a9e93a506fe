import { companySettings, companySettingNames } from '@balcao/domain/settings/company-settings';
import pg from 'pg';
import type { TestHouse } from '../house.ts';
import { columnsOf, type Column, type Rows } from './rows.ts';

/** A word that only one company's rows contain: whoever reads it elsewhere has read over the fence. */
export const CANARY = 'qxcanarioxq';

/** Columns of letters that hold something other than free words, and why the word cannot stand in them. */
export const wordless: Record<string, string> = {
  'users.profile': 'one of two words',
  'users.default_theme': 'one of two words',
  'users.default_menu': 'one of two words',
  'users.start_work': 'a clock time',
  'users.end_work': 'a clock time',
  'users.picture_key': 'a storage key: its own random part is searched for',
  'files.storage_key': 'a storage key: its own random part is searched for',
  'companies.time_zone': 'a name that the calendar must know',
  'company_settings.key': 'a name of the catalogue',
  'setting_changes.key': 'a name of the catalogue',
  'company_holidays.day': 'a day of the calendar',
  'company_holidays.hours': 'clock times',
  'directory.kind': 'one of five words',
  'directory.row_id': 'an id',
  'connections.channel': 'one of four words',
  'connections.provider': 'the name of who carries it',
  'connections.status': 'one of six words',
  'connections.secrets': 'sealed: no word of it is ever readable',
  'channel_links.session_id': 'the id of a session',
  'channel_links.token': 'sealed: no word of it is ever readable',
  'templates.status': 'one of five words',
  'automatic_templates.occasion': 'one of six words',
  'connections.greeting_file_key': 'a storage key: its own random part is searched for',
  'contact_imports.sheet_key': 'a storage key: its own random part is searched for',
  'contact_imports.error_sheet_key': 'a storage key: its own random part is searched for',
  'contact_imports.format': 'one of two words',
  'contact_imports.encoding': 'one of four words',
  'contact_imports.delimiter': 'one sign',
  'contact_imports.status': 'one of eight words',
  'contact_imports.failure': 'one of three words',
  'contact_imports.excluded': 'numbers of rows',
  'contact_exports.status': 'one of four words',
  'contact_exports.storage_key': 'a storage key: its own random part is searched for',
  'consents.act': 'one of three words',
  'person_exports.state': 'one of four words',
  'person_exports.file_key': 'a storage key: its own random part is searched for',
  'erasures.state': 'one of three words',
  'contacts.channel': 'one of four words',
  'contacts.picture_key': 'a storage key: its own random part is searched for',
  'contact_identities.kind': 'one of seven words',
  'bot_options.kind': 'one of five words',
  'bot_dialogs.last_why': 'a word of the product',
  'ticket_log.why': 'a word of the product',
  'tickets.channel': 'one of four words',
  'tickets.status': 'one of six words',
  'messages.origin': 'one of five words',
  'messages.delivery': 'one of ten words',
  'messages.media_state': 'one of four words',
  'messages.media_type': 'the name of a kind',
  'contacts.sought': 'made by the database of name and e-mail, where the word is searched for',
  'messages.said': 'made by the database of the body, where the word is searched for',
  'messages.media_key': 'a storage key: its own random part is searched for',
  'messages.preview_key': 'a storage key: its own random part is searched for',
  'quick_messages.media_key': 'a storage key: its own random part is searched for',
  'file_list_items.media_key': 'a storage key: its own random part is searched for',
  'number_health.quality': 'one of three words',
  'number_health.restriction': 'one of three words',
  'history_imports.state': 'one of four words',
  'qr_state.kind': 'a word of the library',
  'qr_state.sealed': 'sealed: no word of it is ever readable',
  'outbox.act': 'one of four words',
  'outbox.state': 'one of five words',
};

const word = pg.escapeLiteral(CANARY);
const textSettings = companySettingNames
  .filter((name) => companySettings[name].kind === 'text')
  .map((name) => pg.escapeLiteral(name));
const hours = `jsonb_build_array(jsonb_build_object('weekday', ${word}::text, 'weekdayEn', 'monday', 'startTimeA', '08:00', 'endTimeA', '12:00', 'startTimeB', '', 'endTimeB', ''))`;
const told = `jsonb_build_object('told', ${word}::text)`;
/** What a structured column holds instead of its value. */
const structured: Record<string, string> = {
  'connections.schedules': hours,
  'connections.health': `jsonb_build_object('light', 'grey', 'reasons', jsonb_build_array(jsonb_build_object('why', 'disconnected', 'value', null, 'detail', ${word}::text)))`,
  'history_messages.signal': told,
  'templates.header': `jsonb_build_object('format', 'text', 'text', ${word}::text)`,
  'templates.buttons': `jsonb_build_array(jsonb_build_object('type', 'reply', 'text', ${word}::text, 'value', ''))`,
  'automatic_templates.gap_values': `jsonb_build_object('body.1', ${word}::text)`,
  'contacts.picture_ref': told,
  'contact_merges.moved': `moved || ${told}`,
  'contact_imports.columns': `columns || jsonb_build_array(jsonb_build_object('column', 2, 'header', ${word}::text, 'samples', jsonb_build_array(${word}::text)))`,
  'contact_imports.mapping': `jsonb_build_object('columns', jsonb_build_array(jsonb_build_object('column', 2, 'field', 'extra', 'label', ${word}::text)), 'hasHeader', true)`,
  'contact_import_batches.changed': `jsonb_build_array(jsonb_build_object('id', 0, 'name', jsonb_build_array(${word}::text, ${word}::text)))`,
  'contact_exports.filter': `filter || ${told}`,
  'erasures.sought': told,
  'erasures.counts': `jsonb_build_object(${word}::text, 1)`,
  'messages.data': told,
  'messages.media_ref': told,
  'signals.signal': told,
  'quarantine.content': told,
  'outbox.payload': `payload || ${told}`,
  'idempotency_keys.answer': told,
  'companies.schedules': hours,
  'setting_changes.before': `case when jsonb_typeof(before) = 'string' then to_jsonb(${word}::text) else before end`,
  'setting_changes.after': `case when jsonb_typeof(after) = 'string' then to_jsonb(${word}::text) else after end`,
  'queues.schedules': hours,
  'event_log.data': `data || ${told}`,
  'audit_log.data': `data || ${told}`,
  'company_settings.value': `case when key in (${textSettings.join()}) then to_jsonb(${word}::text) else value end`,
};

export const wordColumns = async (house: TestHouse, rows: Rows): Promise<Column[]> =>
  (await columnsOf(house.asOwner, rows.tenant)).filter(({ type }) => type === 'text' || type === 'jsonb');

/** Writes the word into every column of one company that can hold it, in front of what is there. */
export async function plantCanary(house: TestHouse, rows: Rows, companyId: number): Promise<void> {
  const byTable = Map.groupBy(await wordColumns(house, rows), (column) => column.table);
  for (const [table, columns] of byTable) {
    const sets = columns.flatMap(({ name, type }) => {
      const full = `${table}.${name}`;
      const value = type === 'text' ? `${word} || coalesce(${pg.escapeIdentifier(name)}, '')` : structured[full];
      return value === undefined || full in wordless ? [] : [`${pg.escapeIdentifier(name)} = ${value}`];
    });
    if (sets.length > 0) {
      await house.asOwner.query(`update ${pg.escapeIdentifier(table)} set ${sets.join()} where company_id = $1`, [
        companyId,
      ]);
    }
  }
}

/** Everything that gives a company's rows away: the word, and the random parts of its files' keys. */
export async function tellTales(house: TestHouse, companyId: number): Promise<string[]> {
  const { rows } = await house.asOwner.query<{ key: string }>(
    'select storage_key as key from files where company_id = $1',
    [companyId],
  );
  return [CANARY, ...rows.map(({ key }) => key.split('/').at(-1)!)];
}
