import type { FlowEditors } from '@balcao/contract/events/topics';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { autoJoin, listen } from '../../lib/socket.ts';

const nobody: FlowEditors['people'] = [];

/** Colleagues who have this flow open in the editor. While mounted, they see this user, too. */
export function useFlowEditors(flowId: number): FlowEditors['people'] {
  const { user } = useSession();
  const [editors, setEditors] = useState<FlowEditors | null>(null);
  useEffect(() => listen('flowEditors', setEditors), []);
  useEffect(
    () =>
      autoJoin(
        (socket) => void socket.emit('joinFlow', flowId),
        (socket) => void socket.emit('leaveFlow', flowId),
      ),
    [flowId],
  );
  return editors?.flowId === flowId ? editors.people.filter(({ id }) => id !== user.id) : nobody;
}
