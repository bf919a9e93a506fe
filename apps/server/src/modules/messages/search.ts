import type { MessageHit } from '@balcao/contract/endpoints/messages';
import { maskName } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import { fold } from '@balcao/domain/text/fold';
import { snippetOf } from '@balcao/domain/text/snippet';
import type { Db } from '../../foundation/db/tx.ts';
import { showContact, type Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import { searchStore, type Finder, type HitRow } from './search.store.ts';
import { hiddenIn, type Hidden } from './showing.ts';

const PAGE = 30;

interface Needs {
  db: Db;
  settings: Settings;
  contacts: Contacts;
  sign(key: string): string;
}
interface SearchFilter {
  words: string;
  before: number | undefined;
  queueIds: number[];
  tagIds: number[];
  userIds: number[];
  connectionIds: number[];
}

/** Everything ever said that this person could also open and read, newest first. */
export const createSearch =
  ({ db, settings, contacts, sign }: Needs) =>
  async (actor: Actor, filter: SearchFilter): Promise<{ hits: MessageHit[]; hasMore: boolean }> => {
    if (filter.words.trim() === '') return { hits: [], hasMore: false };
    return db.readCompany(actor.companyId, async (tx) => {
      const hidden = await hiddenIn(tx, settings);
      const finder = finderOf(actor, filter, hidden);
      const { hits, wasCut } = await searchStore.find(tx, filter.words, filter.before, PAGE + 1, finder);
      const shown = hits.slice(0, PAGE);
      const people = new Map(
        (await contacts.byIds(tx, [...new Set(shown.map((hit) => hit.contact_id))])).map((one) => [one.id, one]),
      );
      const show = (hit: HitRow): MessageHit => {
        const { id, name, urlPicture } = showContact(people.get(hit.contact_id)!, {
          masked: hidden.hidesNumbers,
          sign,
        });
        return {
          id: Number(hit.id),
          ticketId: hit.ticket_id,
          ticketUuid: hit.uuid,
          fromMe: hit.from_me,
          isPrivate: hit.is_private,
          mediaType: hit.media_type,
          createdAt: hit.sent_at.toISOString(),
          ...snippetOf(shownText(hit, filter.words, hidden), filter.words),
          channel: hit.channel,
          status: hit.status,
          contact: { id, name, urlPicture },
          queue: hit.queue,
          whatsapp: hit.connection,
          user: hit.user,
        };
      };
      return { hits: shown.map(show), hasMore: hits.length > PAGE || wasCut };
    });
  };

/** The policy's `ticket.read` and the rule of the history, as the database can ask them of every ticket. */
function finderOf(actor: Actor, filter: SearchFilter, { hidesDeleted, hidesNumbers }: Hidden): Finder {
  const isAdmin = actor.profile === 'admin';
  const { words, queueIds, tagIds, userIds, connectionIds } = filter;
  return {
    all: isAdmin,
    opens: true,
    userId: actor.userId,
    queueIds: actor.queueIds,
    groups: may(actor, 'ticket.see-groups'),
    unqueued: may(actor, 'ticket.see-without-queue'),
    others: may(actor, 'ticket.see-all'),
    historic: may(actor, 'history.other-queues'),
    deleted: hidesDeleted ? 'ours' : 'all',
    // By trying digits one could learn what is hidden.
    ...(hidesNumbers && /\d/.test(words) && { noCards: true }),
    ...(queueIds.length > 0 && { inQueues: queueIds }),
    ...(tagIds.length > 0 && { withTags: tagIds }),
    ...(userIds.length > 0 && may(actor, 'ticket.filter-by-user') && { ofUsers: userIds }),
    ...(connectionIds.length > 0 && { onConnections: connectionIds }),
  };
}

/** Where the words stand: in what was written, else in what was heard. */
function shownText({ body, transcription, media_type }: HitRow, words: string, { hidesNumbers }: Hidden): string {
  if (hidesNumbers && media_type === 'contactMessage') return maskName(body);
  return transcription !== null && !fold(body).includes(fold(words.trim())) ? transcription : body;
}
