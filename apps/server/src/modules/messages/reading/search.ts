import type { MessageHit, MessageHitPage } from '@balcao/contract/endpoints/messages';
import { maskNames } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { ticketScope } from '@balcao/domain/ticket/scope';
import { fold } from '@balcao/domain/text/fold';
import { snippetOf } from '@balcao/domain/text/snippet';
import type { Db } from '../../../infrastructure/db/tx.ts';
import { presentContact, type Contacts } from '../../contacts/index.ts';
import type { Settings } from '../../settings/index.ts';
import { scopeJson } from '../../tickets/index.ts';
import { searchStore, type SearchScope, type SearchPosition, type HitRow } from './search.store.ts';
import { presentCursor, presentHit } from '../messages.wire.ts';
import { maskingRules, type MaskingRules } from './message-views.ts';

const PAGE_SIZE = 30;

interface Deps {
  db: Db;
  settings: Settings;
  contacts: Contacts;
  sign(key: string): string;
}
interface SearchFilter {
  text: string;
  before: SearchPosition | undefined;
  queueIds: number[];
  tagIds: number[];
  userIds: number[];
  connectionIds: number[];
}

/** Searches all messages that the actor may open and read; newest first. */
export const createSearch =
  ({ db, settings, contacts, sign }: Deps) =>
  async (actor: Actor, filter: SearchFilter): Promise<MessageHitPage> => {
    if (filter.text.trim() === '') return { hits: [], hasMore: false, cursor: null };
    return db.readCompany(actor.companyId, async (tx) => {
      const masking = await maskingRules(tx, settings);
      const { tagIds } = filter;
      const withTags = tagIds.length > 0 ? await searchStore.existingTags(tx, tagIds) : undefined;
      const scope = { ...searchScopeOf(actor, filter, masking), ...(withTags && { withTags }) };
      const { hits, stoppedAt } = await searchStore.find(tx, filter.text, filter.before, PAGE_SIZE + 1, scope);
      const page = hits.slice(0, PAGE_SIZE);
      const contactsById = new Map(
        (await contacts.inTx.load(tx, [...new Set(page.map((hit) => hit.contactId))])).map((contact) => [
          contact.id,
          contact,
        ]),
      );
      const present = (hit: HitRow): MessageHit => {
        const contact = contactsById.get(hit.contactId)!;
        return presentHit(hit, {
          snippet: snippetOf(visibleText(hit, filter.text, masking), filter.text),
          contact: presentContact(contact, { masked: masking.hidesNumbers, sign }),
        });
      };
      // A page that reached the time limit may be short or empty; the next one continues where it stopped.
      const next = hits.length > PAGE_SIZE ? page.at(-1) : stoppedAt;
      return { hits: page.map(present), hasMore: next !== undefined, cursor: next ? presentCursor(next) : null };
    });
  };

function searchScopeOf(actor: Actor, filter: SearchFilter, { hidesDeleted, hidesNumbers }: MaskingRules): SearchScope {
  const { text, queueIds, userIds, connectionIds } = filter;
  return {
    ...scopeJson(ticketScope(actor)),
    opens: true,
    deleted: hidesDeleted ? 'ours' : 'all',
    // Searching for digits could reveal masked numbers.
    ...(hidesNumbers && /\d/.test(text) && { noCards: true }),
    ...(queueIds.length > 0 && { inQueues: queueIds }),
    ...(userIds.length > 0 && can(actor, 'ticket.filter-by-user') && { ofUsers: userIds }),
    ...(connectionIds.length > 0 && { onConnections: connectionIds }),
  };
}

/** The text that contains the match: the body, else the transcription. */
function visibleText({ body, transcription, mediaType }: HitRow, text: string, { hidesNumbers }: MaskingRules): string {
  if (hidesNumbers && mediaType === 'contactMessage') return maskNames(body);
  return transcription !== null && !fold(body).includes(fold(text.trim())) ? transcription : body;
}
