/** Below «Expediente»: the way to where the hours are set. */
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../lib/use-texts.ts';
import { Button } from '../../ui/index.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';

const targets = {
  company: ['/settings/hours', 'openHours'],
  queue: ['/queues', 'openQueues'],
  connection: ['/connections', 'openConnections'],
} as const;

export function HoursLink({ mode }: { mode: string }) {
  const t = useTexts(settingsTexts);
  const navigate = useNavigate();
  const [to, label] = targets[mode as keyof typeof targets] ?? targets.company;
  return (
    <div className={css.actions}>
      <Button size="sm" iconRight="arrow-r" onClick={() => void navigate({ to })}>
        {t(label)}
      </Button>
    </div>
  );
}
