import type { Message } from '@balcao/contract/endpoints/messages';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { dataOf } from './cards.tsx';

const OptOutChoice = lazyPart(() => import('./opt-out-choice.tsx').then((module) => module.OptOutChoice));

/** The customer's words look like an opt-out, and the agent who has the conversation decides. */
export function OptOutOffer({ message }: { message: Message }) {
  const isOffered = !message.fromMe && dataOf<{ optOut: string }>(message).optOut === 'offered';
  if (!isOffered) return null;
  return (
    <Suspense>
      <OptOutChoice message={message} />
    </Suspense>
  );
}
