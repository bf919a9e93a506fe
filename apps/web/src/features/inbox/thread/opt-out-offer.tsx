import type { Message } from '@balcao/contract/endpoints/messages';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { dataOf } from './cards.tsx';

const OptOutChoice = lazyPart(() => import('./opt-out-choice.tsx').then((module) => module.OptOutChoice));

/** The customer's words look like an opt-out, and the agent who has the conversation decides. */
export const offersOptOut = (message: Message): boolean =>
  !message.fromMe && dataOf<{ optOut: string }>(message).optOut === 'offered';

export function OptOutOffer({ message }: { message: Message }) {
  return (
    <Suspense>
      <OptOutChoice message={message} />
    </Suspense>
  );
}
