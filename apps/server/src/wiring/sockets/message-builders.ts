import type { Payload, Topic } from '@balcao/contract';
import type { EventKind, EventOf } from '@balcao/domain/events/catalogue';
import type { SubTopic } from '../../infrastructure/realtime/publisher.ts';
import type { EventContext } from './event-context.ts';
import type { Audience } from './rooms.ts';

/** A socket message before its audience is translated into rooms. */
export type AudienceMessage = {
  [T in Topic]: { topic: T; to: Audience[]; except?: Audience[]; payload: Payload<T>; subTopics?: SubTopic[] };
}[Topic];
export type MessageBuilders = {
  [K in EventKind]: (
    event: EventOf<K>,
    companyId: number,
    context: EventContext,
  ) => Promise<AudienceMessage[]> | AudienceMessage[];
};
/** The builders of every event whose kind starts with one of these prefixes. */
export type BuildersOf<Prefix extends string> = {
  [K in EventKind as K extends `${Prefix}.${string}` ? K : never]: MessageBuilders[K];
};

export const actionOf = (isNew: boolean): 'create' | 'update' => (isNew ? 'create' : 'update');
