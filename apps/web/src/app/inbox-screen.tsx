/** The inbox, or the first steps of a new company while its inbox is empty. Features do not import each other. */
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFirstSteps, useFirstStepUpdates } from '../entities/first-steps/first-steps.api.ts';
import { InboxPage } from '../features/inbox/inbox-page.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

const FirstSteps = lazyPart(() =>
  import('../features/first-steps/first-steps.tsx').then((module) => module.FirstSteps),
);

export function InboxScreen() {
  const { uuid } = useParams({ strict: false }) as { uuid?: string };
  const { data } = useFirstSteps();
  const isNew = data?.isShown === true;
  useFirstStepUpdates(isNew);
  if (!isNew || uuid !== undefined) return <InboxPage />;
  return (
    <Suspense fallback={null}>
      <FirstSteps state={data} />
    </Suspense>
  );
}
