/** The pages for missing permission and unknown address. */
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, type IconName } from '../../ui/index.ts';
import { noAccessTexts } from './no-access.texts.ts';

export const ForbiddenPage = () => <DeadEnd icon="ban" title="forbiddenTitle" text="forbiddenText" />;
export const NotFoundPage = () => <DeadEnd icon="search" title="notFoundTitle" text="notFoundText" />;

function DeadEnd({
  icon,
  title,
  text,
}: {
  icon: IconName;
  title: keyof typeof noAccessTexts;
  text: keyof typeof noAccessTexts;
}) {
  const t = useTexts(noAccessTexts);
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={icon}
      title={t(title)}
      text={t(text)}
      action={
        <Button kind="primary" icon="arrow-l" onClick={() => void navigate({ to: '/tickets' })}>
          {t('backToTickets')}
        </Button>
      }
    />
  );
}
