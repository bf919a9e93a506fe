import { useQueryClient } from '@tanstack/react-query';
import type { ModuleName } from '@balcao/contract/endpoints/index';
import type { Topic } from '@balcao/contract/events/topics';
import { useEffect, useRef } from 'react';
import { forget } from './api.ts';
import { useLive } from './live.tsx';

/** Long enough to take an import of a hundred rows as one piece of news, short enough to feel immediate. */
const GATHER_MS = 200;

/** Keeps what is on screen true by fetching it again whenever the server tells of this topic. */
export function useFresh(topic: Topic, module: ModuleName): void {
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useLive(topic, () => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => void forget(client, module), GATHER_MS);
  });
}
