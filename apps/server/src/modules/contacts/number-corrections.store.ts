import type { NumberCorrectionRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';

type NewCorrection = Pick<NumberCorrectionRow, 'userId' | 'includesUncertain' | 'total'>;
interface Portion {
  afterContactId: number;
  checked: number;
  corrected: number;
  isLast: boolean;
}

export const numberCorrectionStore = {
  /** Undefined while another one is running. */
  async insert(tx: Tx, { userId, includesUncertain, total }: NewCorrection): Promise<NumberCorrectionRow | undefined> {
    return (await tx.query<NumberCorrectionRow>(insert, [tx.companyId, userId, includesUncertain, total]))[0];
  },
  async latest(tx: Tx): Promise<NumberCorrectionRow | undefined> {
    return (await tx.query<NumberCorrectionRow>(latest, [tx.companyId]))[0];
  },
  /** Undefined when it is over. */
  async lockRunning(tx: Tx, id: number): Promise<NumberCorrectionRow | undefined> {
    return (await tx.query<NumberCorrectionRow>(lockRunning, [tx.companyId, id]))[0];
  },
  advance: (tx: Tx, id: number, { afterContactId, checked, corrected, isLast }: Portion) =>
    tx.query(advance, [tx.companyId, id, afterContactId, checked, corrected, isLast]),
};

const COLUMNS = `company_id as "companyId", id, user_id as "userId", includes_uncertain as "includesUncertain",
                after_contact_id as "afterContactId", checked, total, corrected, started_at as "startedAt",
                finished_at as "finishedAt"`;
const insert: Statement = {
  name: 'number-corrections.insert',
  text: `insert into number_corrections (company_id, user_id, includes_uncertain, total) values ($1, $2, $3, $4)
         on conflict do nothing returning ${COLUMNS}`,
};
const latest: Statement = {
  name: 'number-corrections.latest',
  text: `select ${COLUMNS} from number_corrections where company_id = $1 order by id desc limit 1`,
};
const lockRunning: Statement = {
  name: 'number-corrections.lock-running',
  text: `select ${COLUMNS} from number_corrections where company_id = $1 and id = $2 and finished_at is null for update`,
};
const advance: Statement = {
  name: 'number-corrections.advance',
  text: `update number_corrections set after_contact_id = $3, checked = checked + $4, corrected = corrected + $5,
                finished_at = case when $6 then now() end
          where company_id = $1 and id = $2`,
};
