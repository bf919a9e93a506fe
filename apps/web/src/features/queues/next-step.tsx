/** Hint for the setup: no connection uses a queue, or a queue has no agents. Links to the screen that fixes it. */
import type { Queue } from '@balcao/contract/endpoints/queues';
import { useNavigate } from '@tanstack/react-router';
import { useFullConnections } from '../../entities/connections/connections.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon } from '../../ui/index.ts';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';

export function NextStep({ queues }: { queues: readonly Queue[] }) {
  const t = useTexts(queueTexts);
  const navigate = useNavigate();
  const { connections } = useFullConnections();
  const { data: colleagues } = useColleagues();
  if (!connections || !colleagues || queues.length === 0) return null;

  const isConnected = connections.some(({ queueIds }) => queueIds.length > 0);
  const attended = new Set(colleagues.flatMap((colleague) => colleague.queues.map(({ id }) => id)));
  const unattended = queues.filter(({ id }) => !attended.has(id)).map(({ name }) => name);
  if (isConnected && unattended.length === 0) return null;
  return (
    <div className={css.next} role="note">
      <Icon name="info" size={18} />
      <span>{isConnected ? t('unattended', { names: unattended.join(', ') }) : t('unconnected')}</span>
      <Button
        size="sm"
        iconRight="arrow-r"
        onClick={() => void navigate({ to: isConnected ? '/users' : '/connections' })}
      >
        {t(isConnected ? 'openUsers' : 'openConnections')}
      </Button>
    </div>
  );
}
