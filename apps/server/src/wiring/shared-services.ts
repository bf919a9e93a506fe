import type { MailKind } from '@balcao/domain/mail/letters';
import type { Channels } from '../channels/port.ts';
import type { Speech, TextModel, TextProvider, Transcriber } from '../gateways/ai/port.ts';
import type { BotServices } from '../gateways/bots/port.ts';
import type { MailServer } from '../gateways/mail/port.ts';
import type { PaymentGateway } from '../gateways/payments/port.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { createIdempotency } from '../infrastructure/idempotency/idempotency.ts';
import { createOutgoingMails, type MailMode } from '../infrastructure/mail/outgoing-mails.ts';
import { createLimits } from '../infrastructure/limits/limits.ts';
import { createPuzzles } from '../infrastructure/puzzle/puzzle.ts';
import type { SafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { deriveKey } from '../infrastructure/secrets/derive-key.ts';
import { createVault } from '../infrastructure/secrets/secrets.ts';
import { signMedia } from '../infrastructure/storage/signed-url.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { createAccessTokens } from '../infrastructure/tokens/access-token.ts';
import type { MailOutcome } from '../modules/mails/index.ts';
import type { MetaOAuthClient } from '../modules/connections/index.ts';
import type { SettingVault } from '../modules/settings/index.ts';

/** What the modules receive from the running process. */
export interface Infrastructure {
  db: Db;
  clock: Clock;
  storage: Storage;
  /** Seals stored values. */
  secrets: Secrets;
  /** What no known secret opens is given up. */
  isOldSecretLost: boolean;
  /** Signs tokens and media URLs. */
  signing: Secrets;
  channels: Channels;
  ffmpegPath?: string | undefined;
  /** URL of an OpenAI-compatible transcription service. */
  transcriptionUrl: string;
  /** Outgoing HTTP: to hosts that the operator configured, and to hosts that users enter. */
  egress: { operator: SafeFetch; users: SafeFetch; reachesLoopback: boolean };
  publicUrl: string | undefined;
  /** Where links in mails lead: PUBLIC_URL, or this machine. */
  webUrl(): string;
  mail: { server: MailServer | undefined; mode: MailMode };
  /** Demo mode: users of the demo data may sign in. */
  allowsDemo: boolean;
  /** `signIn` needs a Meta app of the platform. `hasApp`: at least its secret is configured. */
  meta: { signIn: MetaOAuthClient | undefined; hasApp: boolean };
  /** Name, colors or logos of the platform changed: the windows of all nodes are notified. */
  onBrandChanged(): void;
  payments: PaymentGateway;
  models: ModelServices;
  bots: BotServices;
  /** Whether the user has an open socket on any node. */
  isOnline(companyId: number, userId: number): boolean;
  /** After a restore messages wait until a person lets them go. */
  isSendingHeld(): boolean;
  /** Files of erased people, whose copies in the backups are removed too. */
  onFilesErased(keys: string[]): Promise<void>;
  onError(error: unknown): void;
  /** Counts parts of webhook payloads that belong to no account of any company. */
  onUnknownAccount(parts: number): void;
  /** Payloads that a channel delivered again. */
  onDuplicates(count: number): void;
  onDuplicateMessage(): void;
  onMail(kind: MailKind, outcome: MailOutcome): void;
  /** A stored day of the numbers differed from a recount. */
  onStoredDayDiffers(): void;
}
/** Language models, transcription and speech. */
export interface ModelServices {
  textModel: TextModel;
  transcriber: Transcriber;
  speech: Speech;
  /** The operator's model of a provider, for prompts that name none. */
  defaultModel(provider: TextProvider): string;
  /** The provider without keys exists. */
  hasSandbox: boolean;
}
export interface Secrets {
  current: string;
  /** Accepted during a rotation. */
  previous?: string | undefined;
}
/** A picture's URL is valid for a day; its expiry is rounded up, so that browsers can cache it. */
const PICTURE_MS = 24 * 3_600_000;
/** For files that one user requested and downloads at once. The expiry is rounded up: an hour at most. */
const SHORT_LIVED_MS = 30 * 60_000;

/** Services that every layer uses, built from the infrastructure. */
export function createSharedServices({ db, clock, signing, secrets, mail, webUrl }: Infrastructure) {
  const sign = (ttlMs: number) => (key: string) =>
    signMedia(key, { secret: mediaSecret(signing.current), expiresAt: new Date(+clock.now() + ttlMs) });
  const outgoingMails = createOutgoingMails({ clock, vault: createVault(secrets), mode: mail.mode });
  /** Complete address of a page, for mails; `path` starts with a slash. */
  const linkTo = (path: string) => webUrl() + path;
  return {
    outgoingMails,
    /** Stores a mail in a transaction; it is sent after the commit. */
    queueMail: outgoingMails.queueMail,
    wakeMails: outgoingMails.wakeMails,
    linkTo,
    /** For password reset and invitations. */
    recovery: {
      queueMail: outgoingMails.queueMail,
      linkTo,
      mailMode: mail.mode,
      codeSecret: secrets.current,
    },
    limits: createLimits({ db }),
    puzzles: createPuzzles({ secret: signing.current, clock }),
    tokens: createAccessTokens({ ...signing, now: () => +clock.now() }),
    idempotency: createIdempotency({ db }),
    signFile: sign(PICTURE_MS),
    signShortLived: sign(SHORT_LIVED_MS),
  };
}

export const mediaSecret = (secret: string): string => deriveKey(secret, 'media').toString('base64url');

/** Seals values of one table column for one company. */
export function createColumnVault(secrets: Secrets, table: string, field: string) {
  const vault = createVault(secrets);
  const contextOf = (company: number) => ({ company, table, field });
  return {
    vault,
    seal: (plain: string, company: number) => vault.seal(plain, contextOf(company)),
    unseal: (sealed: string, company: number) => vault.open(sealed, contextOf(company)).reveal(),
  };
}

/** Platform settings belong to no company; they are sealed for company 0. */
export function createSettingVault(secrets: Secrets): SettingVault {
  const vault = createVault(secrets);
  const contextOf = (field: string) => ({ company: 0, table: 'platform_settings', field });
  return {
    seal: (plain, key) => vault.seal(plain, contextOf(key)),
    open: (sealed, key) => vault.open(sealed, contextOf(key)),
    isOutdated: vault.isOutdated,
    reseal: (sealed, key) => vault.reseal(sealed, contextOf(key)),
  };
}
