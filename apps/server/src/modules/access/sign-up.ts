/** Sign-up: a visitor creates a company with its first admin, and a trial of a public plan. */
import type { Language } from '@balcao/contract';
import type { SignUpDraft } from '@balcao/contract/endpoints/sign-up';
import { addDays, endOfDay } from '@balcao/domain/billing/due-date';
import { dateIn } from '@balcao/domain/hours/hours';
import type { z } from 'zod';
import { AppError, refuse } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { networkOf } from '../../infrastructure/limits/network.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import type { Puzzles } from '../../infrastructure/puzzle/puzzle.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import type { CompanySetup } from './company-setup.ts';
import type { EmailConfirmation, Recipient } from './email-confirmation.ts';

type Draft = z.output<typeof SignUpDraft>;
const TIME_ZONE = 'America/Sao_Paulo';

export interface SignUpDeps {
  db: Db;
  clock: Clock;
  limits: Limits;
  companies: Companies;
  settings: Settings;
  queueMail: QueueMail;
  puzzles: Puzzles;
  /** Complete address of a page, for mails. */
  linkTo(path: string): string;
  publicUrl: string | undefined;
}
interface Deps extends SignUpDeps {
  setup: CompanySetup;
  confirmation: EmailConfirmation;
}

export function createSignUp(deps: Deps) {
  const { db, clock, limits, companies, settings, queueMail, puzzles, linkTo, publicUrl, setup, confirmation } = deps;

  /** Browsers have no WebCrypto on plain HTTP, so the puzzle is optional there. One that is sent must be solved. */
  async function checkPuzzle(solved: string | undefined, origin: string) {
    const isRequired = (publicUrl ?? origin).startsWith('https:');
    if (solved === undefined) return isRequired ? refuse('ERR_PUZZLE') : undefined;
    const puzzle = await puzzles.check(solved);
    if (puzzle === undefined || !(await limits.tryUse({ limit: 'use of a puzzle', of: puzzle }))) refuse('ERR_PUZZLE');
  }

  async function trialEnd(): Promise<Date> {
    const today = dateIn(TIME_ZONE, clock.now());
    return endOfDay(addDays(today, (await settings.billing()).trialDays), TIME_ZONE);
  }

  async function createCompany(draft: Draft, planId: number, recipient: Recipient) {
    const { companyName, name, email, password, phone } = draft;
    const isConfirmed = !confirmation.isRequired;
    return setup.createCompany({
      company: {
        name: companyName,
        email,
        phone: phone === '' ? null : phone,
        planId,
        dueDate: await trialEnd(),
        timeZone: TIME_ZONE,
        verifiedAt: isConfirmed ? clock.now() : null,
        buyer: { language: recipient.language },
      },
      admin: { name, email, password },
      after: async (tx) => {
        if (!(await companies.claimName(tx, companyName)))
          refuse('ERR_VALIDATION', { field: 'companyName', rule: 'taken' });
        await (isConfirmed
          ? confirmation.inTx.sendWelcome(tx, recipient)
          : confirmation.inTx.sendLink(tx, recipient, companyName));
      },
    });
  }

  /** The caller must not learn who has an account; the owner of the address does. At most one mail a day. */
  const notifyOwner = (email: string, language: Language) =>
    db.onPlatform((tx) =>
      queueMail(tx, {
        kind: 'address-in-use',
        about: `${hashKey(email).toString('hex').slice(0, 32)} ${clock.now().toISOString().slice(0, 10)}`,
        companyId: null,
        address: email,
        language,
        data: { url: linkTo('/login') },
      }),
    );

  return {
    puzzle: puzzles.create,

    async create(draft: Draft, { address, language, origin }: RequestInfo) {
      if ((await settings.signUp()) !== 'enabled') refuse('ERR_USER_CREATION_DISABLED');
      await limits.use({ limit: 'sign-ups from an address', of: networkOf(address) });
      await checkPuzzle(draft.puzzle, origin);
      const plan = await companies.findPublicPlan(draft.planId);
      if (!plan) return refuse('ERR_VALIDATION', { field: 'planId', rule: 'unknown' });
      try {
        const { companyId } = await createCompany(draft, plan.id, {
          email: draft.email,
          name: draft.name,
          language,
        });
        return await db.readCompany(companyId, companies.inTx.get);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ERR_USER_EMAIL_TAKEN') throw error;
        await notifyOwner(draft.email, language);
        return refuse('ERR_SIGN_UP_FAILED');
      }
    },
  };
}
export type SignUp = ReturnType<typeof createSignUp>;
