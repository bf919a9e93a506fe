import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { columnsOf, tenantTables } from '../../../test/fixtures/rows.ts';
import type { Service } from './person.fixture.ts';
import { personTables, tablesMentioningPerson, tablesWithoutPersonalData } from './personal-tables.ts';

let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('the list of tables with personal data', () => {
  it('contains every tenant table, and no table with a reference to a contact is listed without personal data [LG-05] [LG-06]', async () => {
    const tables = await tenantTables(service.server.asOwner);
    const declared = [personTables, tablesMentioningPerson, tablesWithoutPersonalData].flatMap((part) =>
      Object.keys(part),
    );
    expect(declared.sort()).toEqual(tables.map(({ name }) => name).sort());
    const pointing = (await columnsOf(service.server.asOwner, tables)).filter(({ name }) =>
      ['contact_id', 'ticket_id', 'message_id', 'author_contact_id', 'kept_id', 'gone_id'].includes(name),
    );
    expect(pointing.length).toBeGreaterThan(15);
    expect(pointing.filter(({ table }) => table in tablesWithoutPersonalData)).toEqual([]);
  });
});
