import type { AiCeiling } from '@balcao/contract/endpoints/ai-usage';
import type { MailLanguage } from '@balcao/domain/mail/letters';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import type { Companies } from '../companies/index.ts';
import { ceilingStore, type NoticePercent } from './ceilings.store.ts';

export interface CeilingNoticeDeps {
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  queueMail: QueueMail;
  /** Complete address of a page. */
  linkTo(path: string): string;
  /** E-mail addresses of the admins, by their ids. */
  admins(tx: Tx): Promise<readonly { id: number; email: string }[]>;
}
export interface CeilingNotice {
  ceiling: AiCeiling;
  percent: NoticePercent;
  /** Cents for a month, else calls. */
  limit: number;
}
/** Users have no language of their own on the server. */
const DEFAULT_LANGUAGE: MailLanguage = 'pt';

/** Notifies the admins on their screens and by mail, once in a month for each ceiling and percent. */
export const createCeilingNotices = ({ clock, companies, queueMail, linkTo, admins }: CeilingNoticeDeps) =>
  async function notify(tx: Tx, month: Date, { ceiling, percent, limit }: CeilingNotice): Promise<void> {
    // Read without a lock: every call beyond a ceiling comes here, and only the first has something to do.
    const counter = await ceilingStore.read(tx, { scope: 'month', subject: 0, period: month });
    if (counter?.notices[`${ceiling}${percent}`]) return;
    if (!(await ceilingStore.markNoticed(tx, month, `${ceiling}${percent}`, clock.now()))) return;
    tx.emit({ type: 'ai-ceiling.reached', ceiling, percent });
    const { company } = await companies.inTx.get(tx);
    const language = company.buyer?.language ?? DEFAULT_LANGUAGE;
    const about = `company ${tx.companyId} ${month.toISOString()} ${ceiling} ${percent}`;
    for (const { id, email } of await admins(tx))
      await queueMail(tx, {
        kind: 'ai-ceiling',
        about: `${about} user ${id}`,
        companyId: tx.companyId,
        address: email,
        language,
        data: { company: company.name, ceiling, percent, limit, url: linkTo('/ai-usage') },
      });
  };
export type NotifyOfCeiling = ReturnType<typeof createCeilingNotices>;
