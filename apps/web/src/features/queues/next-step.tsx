/** Queues that no customer can reach are a trap for whoever sets up for the first time: the way on is shown. */
import { useNavigate } from '@tanstack/react-router';
import { useFullConnections } from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon } from '../../ui/index.ts';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';

export function NextStep() {
  const t = useTexts(queueTexts);
  const navigate = useNavigate();
  const { connections } = useFullConnections();
  if (!connections || connections.some(({ queueIds }) => queueIds.length > 0)) return null;
  return (
    <div className={css.next} role="note">
      <Icon name="info" size={18} />
      <span>{t('unconnected')}</span>
      <Button size="sm" iconRight="arrow-r" onClick={() => void navigate({ to: '/connections' })}>
        {t('openConnections')}
      </Button>
    </div>
  );
}
