/** File lists that a queue or an option of its menu can send. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/session.tsx';
import type { Option } from '../../ui/index.ts';

/** Available if the company's plan includes them. */
export function useFileListChoices(): { isAvailable: boolean; lists: Option<number>[] } {
  const isAvailable = useCan('file-list.manage');
  const { data = [] } = useQuery({ ...api.fileLists.pick.query(), enabled: isAvailable });
  return { isAvailable, lists: data.map(({ id, name }) => ({ value: id, label: name })) };
}
