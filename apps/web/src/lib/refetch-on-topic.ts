import { useQueryClient } from '@tanstack/react-query';
import type { ModuleName } from '@balcao/contract/endpoints/index';
import type { Topic } from '@balcao/contract/events/topics';
import { useEffect, useRef } from 'react';
import { invalidateModule } from './api.ts';
import { useTopic } from './topics.tsx';

/** Long enough to treat an import of a hundred rows as one update, short enough to feel immediate. */
const DEBOUNCE_MS = 200;

/** Refetches a module's visible queries whenever the topic arrives. */
export function useRefetchOnTopic(topic: Topic, module: ModuleName): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topic, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void invalidateModule(client, module), DEBOUNCE_MS);
  });
}
