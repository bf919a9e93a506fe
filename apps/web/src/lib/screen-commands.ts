/** Commands that the current screen adds to the command palette, for the objects it shows. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface ScreenCommand<Icon extends string = string> {
  key: string;
  label: string;
  icon: Icon;
  keys?: string;
  run: () => void;
}

let activeCommands: readonly ScreenCommand[] = [];
const listeners = new Set<() => void>();

/** Active while the component is mounted. The component mounted last wins. */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  const run = useEffectEvent((key: string) => commands.find((command) => command.key === key)?.run());
  const serialized = commands
    .map(({ key, label, icon, keys = '' }) => [key, label, icon, keys].join('\u0000'))
    .join('\u0001');
  useEffect(() => {
    const ownCommands = serialized.split('\u0001').flatMap((row): ScreenCommand[] => {
      const [key = '', label = '', icon = '', keys = ''] = row.split('\u0000');
      return key === '' ? [] : [{ key, label, icon, ...(keys !== '' && { keys }), run: () => run(key) }];
    });
    setActiveCommands(ownCommands);
    return () => {
      if (activeCommands === ownCommands) setActiveCommands([]);
    };
  }, [serialized]);
}

export const useActiveScreenCommands = (): readonly ScreenCommand[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => activeCommands,
  );

function setActiveCommands(next: readonly ScreenCommand[]): void {
  activeCommands = next;
  for (const listener of listeners) listener();
}
