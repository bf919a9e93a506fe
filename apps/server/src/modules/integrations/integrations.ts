import type { FieldError } from '@balcao/contract';
import { MAX_INTEGRATIONS } from '@balcao/contract/endpoints/integrations';
import { isUsableHeader } from '@balcao/domain/integration/http-call';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { Dialogflow } from '../../gateways/bots/port.ts';
import { AppError, assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { breakerStore, type BreakerRow } from './breakers.store.ts';
import { deliveryStore, type LastCallRow } from './deliveries.store.ts';
import type { IntegrationKeys } from './integration-keys.ts';
import {
  integrationStore,
  type IntegrationFields,
  type IntegrationUse,
  type ListedIntegration,
} from './integrations.store.ts';

export interface IntegrationDeps {
  db: Db;
  keys: IntegrationKeys;
  dialogflow: Pick<Dialogflow, 'emailOf'>;
  flowExists(tx: Tx, id: number): Promise<boolean>;
  /** Closed tickets forget an integration, at most `limit`; returns how many there were. */
  detachIntegration(tx: Tx, integrationId: number, limit: number): Promise<number>;
}
/** Closed tickets that one transaction detaches from an integration. */
const DETACHED = 1000;
type KeyColumns = 'serviceAccount' | 'serviceAccountEmail' | 'headerValue' | 'signingSecret' | 'signingSecretLast4';
/** Keys in clear; empty: none is given. */
export type IntegrationDraft = Omit<IntegrationFields, KeyColumns> & { jsonContent: string; headerValue: string };
export interface FullIntegration extends ListedIntegration {
  uses: IntegrationUse[];
  breaker: BreakerRow | undefined;
  lastCall: LastCallRow | undefined;
}
export interface SavedIntegration {
  integration: FullIntegration;
  /** In clear, when it was generated now. */
  signingSecret: string | null;
}

export const hasWebhook = (type: IntegrationRow['type']): boolean => type === 'n8n' || type === 'webhook';

/** Integrations: external bots, and receivers of what customers write. */
export function createIntegrations({ db, keys, dialogflow, flowExists, detachIntegration }: IntegrationDeps) {
  /** The columns of given keys. Keys that the type does not use are dropped. */
  function keysAfter(
    companyId: number,
    { type, headerName }: Pick<IntegrationFields, 'type' | 'headerName'>,
    { jsonContent = '', headerValue = '' }: Partial<IntegrationDraft>,
    before: Pick<IntegrationFields, KeyColumns>,
  ) {
    const email = jsonContent === '' ? undefined : dialogflow.emailOf(jsonContent);
    if (jsonContent !== '' && email === undefined)
      refuse('ERR_SERVICE_ACCOUNT_INVALID', { field: 'jsonContent', rule: 'invalid' });
    const account =
      email === undefined
        ? { serviceAccount: before.serviceAccount, serviceAccountEmail: before.serviceAccountEmail }
        : { serviceAccount: keys.seal(companyId, 'serviceAccount', jsonContent), serviceAccountEmail: email };
    const typed = headerValue === '' ? before.headerValue : keys.seal(companyId, 'headerValue', headerValue);
    const secret = hasWebhook(type) && before.signingSecret === null ? keys.newSecret(companyId) : undefined;
    const signing = secret?.columns ?? {
      signingSecret: before.signingSecret,
      signingSecretLast4: before.signingSecretLast4,
    };
    return {
      columns: {
        ...(type === 'dialogflow' ? account : { serviceAccount: null, serviceAccountEmail: '' }),
        headerValue: hasWebhook(type) && headerName !== '' ? typed : null,
        ...(hasWebhook(type) ? signing : { signingSecret: null, signingSecretLast4: '' }),
      },
      signingSecret: secret?.plain ?? null,
    };
  }

  /** What each type needs. `isHeaderElsewhere`: a stored header would be sent to a host that its owner never chose. */
  async function check(tx: Tx, after: IntegrationFields, isHeaderElsewhere: boolean) {
    const errors: FieldError[] = [];
    const need = (isGiven: boolean, field: string) => {
      if (!isGiven) errors.push({ field, rule: 'required' });
    };
    if (after.type === 'dialogflow') {
      need(after.project !== '', 'projectName');
      need(after.serviceAccount !== null, 'jsonContent');
    }
    if (after.type === 'typebot' || hasWebhook(after.type)) need(after.url !== '', 'urlN8N');
    if (after.type === 'typebot') need(after.typebotSlug !== '', 'typebotSlug');
    if (after.type === 'typebot' && after.url.includes('?')) errors.push({ field: 'urlN8N', rule: 'invalid' });
    if (hasWebhook(after.type) && after.headerName !== '') {
      if (!isUsableHeader(after.headerName)) errors.push({ field: 'headerName', rule: 'invalid' });
      need(after.headerValue !== null && !isHeaderElsewhere, 'headerValue');
    }
    if (after.flowId !== null && !(await flowExists(tx, after.flowId)))
      errors.push({ field: 'flowId', rule: 'unknown' });
    if (errors.length > 0) throw new AppError('ERR_VALIDATION', { fields: errors });
  }
  const auditKeys = async (tx: Tx, actor: Actor, id: number, given: Partial<IntegrationDraft>) => {
    const names = (['jsonContent', 'headerValue'] as const).filter((name) => (given[name] ?? '') !== '');
    if (names.length === 0) return;
    const subject = `integration ${id}`;
    await audit(tx, { userId: actor.userId, action: 'integration.key-set', subject, data: { keys: names } });
  };

  return {
    /** The whole rows for users who manage integrations; for others what a picker needs. */
    list: (actor: Actor, { search, page, onlyFailing }: { search: string; page: number; onlyFailing: boolean }) =>
      db.readCompany(actor.companyId, async (tx) => {
        // Who may only pick an integration does not learn which of them fail.
        const isManager = can(actor, 'integration.manage');
        const found = await integrationStore.page(tx, { search, page, onlyFailing: onlyFailing && isManager });
        if (!isManager) return { ...found, full: null, failingCount: 0 };
        const failingCount = await integrationStore.countFailing(tx, search);
        return { ...found, full: await complete(tx, found.rows), failingCount };
      }),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getFull(tx, id)),
    /** For realtime events. */
    find: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const row = await integrationStore.byId(tx, id);
        return row && (await complete(tx, [row]))[0];
      }),
    /** For modules that refer to integrations by id. */
    exists: (tx: Tx, id: number): Promise<boolean> => integrationStore.exists(tx, id),

    create: (actor: Actor, draft: IntegrationDraft): Promise<SavedIntegration> =>
      db
        .inCompany(actor.companyId, async (tx) => {
          if ((await integrationStore.countLocked(tx)) >= MAX_INTEGRATIONS) refuse('ERR_INTEGRATION_LIMIT_REACHED');
          const { jsonContent: _, headerValue: __, ...fields } = draft;
          const { columns, signingSecret } = keysAfter(actor.companyId, draft, draft, NO_KEYS);
          const after = { ...fields, ...columns };
          await check(tx, after, false);
          const id = await integrationStore.insert(tx, after);
          await auditKeys(tx, actor, id, draft);
          tx.emit({ type: 'integration.saved', integrationId: id, isNew: true });
          return { integration: await getFull(tx, id), signingSecret };
        })
        .catch(refuseTakenName),

    update: (actor: Actor, id: number, change: Partial<IntegrationDraft>): Promise<SavedIntegration> =>
      db
        .inCompany(actor.companyId, async (tx) => {
          await integrationStore.lock(tx, id);
          const before = assertFound(await integrationStore.byId(tx, id), 'ERR_NO_DIALOG_FOUND');
          const { jsonContent: _, headerValue = '', ...fields } = change;
          const merged = { ...before, ...fields };
          const { columns, signingSecret } = keysAfter(actor.companyId, merged, change, before);
          const after = { ...merged, ...columns };
          const isElsewhere = headerValue === '' && before.headerValue !== null && hostOf(after) !== hostOf(before);
          await check(tx, after, isElsewhere);
          await integrationStore.update(tx, id, after);
          await auditKeys(tx, actor, id, change);
          tx.emit({ type: 'integration.saved', integrationId: id, isNew: false });
          return { integration: await getFull(tx, id), signingSecret };
        })
        .catch(refuseTakenName),

    rotateSecret: (actor: Actor, id: number): Promise<string> =>
      db.inCompany(actor.companyId, async (tx) => {
        await integrationStore.lock(tx, id);
        const { type, name } = assertFound(await integrationStore.byId(tx, id), 'ERR_NO_DIALOG_FOUND');
        if (!hasWebhook(type)) refuse('ERR_INTEGRATION_HAS_NO_SECRET');
        const { plain, columns } = keys.newSecret(actor.companyId);
        await integrationStore.setSecret(tx, id, columns);
        const subject = `integration ${id}`;
        await audit(tx, { userId: actor.userId, action: 'integration.secret-rotated', subject, data: { name } });
        tx.emit({ type: 'integration.saved', integrationId: id, isNew: false });
        return plain;
      }),

    /**
     * One in use stays: a connection, queue, option or flow would fall silent. Years of closed tickets forget it in portions
     * before, because the last transaction clears it from all that are left.
     */
    async remove(actor: Actor, id: number): Promise<void> {
      await db.readCompany(actor.companyId, (tx) => requireUnused(tx, id));
      await inPortions((limit) => db.inCompany(actor.companyId, (tx) => detachIntegration(tx, id, limit)), DETACHED);
      await db.inCompany(actor.companyId, async (tx) => {
        if (!(await integrationStore.lock(tx, id))) refuse('ERR_NO_DIALOG_FOUND');
        const { name } = await requireUnused(tx, id);
        await integrationStore.remove(tx, id);
        const subject = `integration ${id}`;
        await audit(tx, { userId: actor.userId, action: 'integration.removed', subject, data: { name } });
        tx.emit({ type: 'integration.removed', integrationId: id });
      });
    },
  };
}
export type Integrations = ReturnType<typeof createIntegrations>;

async function getFull(tx: Tx, id: number): Promise<FullIntegration> {
  const row = assertFound(await integrationStore.byId(tx, id), 'ERR_NO_DIALOG_FOUND');
  return (await complete(tx, [row]))[0]!;
}

async function requireUnused(tx: Tx, id: number): Promise<FullIntegration> {
  const integration = await getFull(tx, id);
  if (integration.uses.length > 0)
    throw new AppError('ERR_INTEGRATION_IN_USE', { conflict: usesByKind(integration.uses) });
  return integration;
}

/** With what uses them, and how their calls went. */
async function complete(tx: Tx, rows: ListedIntegration[]): Promise<FullIntegration[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const uses = Map.groupBy(await integrationStore.uses(tx, ids), ({ integrationId }) => integrationId);
  const breakers = await breakerStore.ofIntegrations(tx, ids);
  const lastCalls = await deliveryStore.lastCalls(tx, ids);
  return rows.map((row) => ({
    ...row,
    uses: uses.get(row.id) ?? [],
    breaker: breakers.get(row.id),
    lastCall: lastCalls.get(row.id),
  }));
}

const NO_KEYS = {
  serviceAccount: null,
  serviceAccountEmail: '',
  headerValue: null,
  signingSecret: null,
  signingSecretLast4: '',
};
const hostOf = ({ url }: Pick<IntegrationFields, 'url'>): string => (URL.canParse(url) ? new URL(url).origin : '');

export function usesByKind(uses: IntegrationUse[]) {
  const of = (wanted: IntegrationUse['kind']) => uses.filter(({ kind }) => kind === wanted);
  const named = ({ id, name }: IntegrationUse) => ({ id, name });
  return {
    connections: of('connection').map(named),
    queues: of('queue').map(named),
    options: of('option').map((use) => ({ ...named(use), queueId: use.queueId!, queueName: use.queueName! })),
    flows: of('flow').map(named),
  };
}

function refuseTakenName(error: unknown): never {
  if (brokenConstraint(error) === 'integrations_name')
    refuse('ERR_INTEGRATION_NAME_TAKEN', { field: 'name', rule: 'taken' });
  throw error;
}
