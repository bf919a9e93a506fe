/** The pages for missing permission and unknown address. */
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, type IconName } from '../../ui/index.ts';
import css from './no-access.module.css';
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
  return <EmptyState isPageTitle icon={icon} title={t(title)} text={t(text)} action={<WayBack />} />;
}

/** To the conversations, and to the page before if this tab has one. */
export function WayBack() {
  const t = useTexts(noAccessTexts);
  const navigate = useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <div className={css.actions}>
      <Button kind="primary" icon="inbox" onClick={() => void navigate({ to: '/tickets' })}>
        {t('backToTickets')}
      </Button>
      {canGoBack && (
        <Button icon="arrow-l" onClick={() => history.back()}>
          {t('back')}
        </Button>
      )}
    </div>
  );
}
