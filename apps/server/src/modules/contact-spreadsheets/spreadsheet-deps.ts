import { spreadsheetTexts } from '@balcao/domain/contact/spreadsheet-texts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Connections } from '../connections/index.ts';
import type { ContactLists } from '../contact-lists/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import type { Tags } from '../tags/index.ts';

export interface SpreadsheetDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
  contacts: Contacts;
  tags: Tags;
  optOuts: Pick<OptOuts, 'inTx'>;
  connections: Connections;
  contactLists: Pick<ContactLists, 'inTx'>;
  onError(error: unknown): void;
}

/** Neither companies nor imports store a language, so spreadsheets are written in Portuguese. */
export const texts = spreadsheetTexts.pt;
