/** Below «Pedir avaliação»: the connections without a question, with a ready one for all of them. */
import { useNavigate } from '@tanstack/react-router';
import { DEFAULT_RATING_MINUTES, ratingTexts } from '../../entities/connections/rating.texts.ts';
import { useFullConnections, useUpdateConnection } from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, useToast } from '../../ui/index.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';

export function RatingQuestions() {
  const t = useTexts(settingsTexts);
  const tRating = useTexts(ratingTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const { connections = [] } = useFullConnections();
  const { mutateAsync: update, isPending } = useUpdateConnection();
  const without = connections.filter(({ ratingMessage }) => ratingMessage.trim() === '');

  const fillIn = async () => {
    for (const { id, expiresTicketNPS } of without)
      await update({
        id,
        ratingMessage: tRating('question'),
        expiresTicketNPS: expiresTicketNPS || DEFAULT_RATING_MINUTES,
      });
  };
  // Straight to the question where there is no doubt which one.
  const target = without[0] ?? (connections.length === 1 ? connections[0] : undefined);
  const openConnection = () =>
    void navigate({ to: '/connections', search: target ? { edit: target.id, tab: 'ratings' } : {} });
  return (
    <>
      {without.length > 0 && (
        <p className={css.help}>{t('noQuestion', { names: without.map(({ name }) => name).join(', ') })}</p>
      )}
      <div className={css.actions}>
        {without.length > 0 && (
          <Button
            size="sm"
            busy={isPending}
            onClick={() =>
              void fillIn().then(
                () => toast.done(t('questionsFilled')),
                (error: unknown) => toast.failed(error),
              )
            }
          >
            {t('useQuestion')}
          </Button>
        )}
        <Button size="sm" kind="ghost" iconRight="arrow-r" onClick={openConnection}>
          {t('openConnections')}
        </Button>
      </div>
    </>
  );
}
