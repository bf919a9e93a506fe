/** The /campaigns-config screen: pace, hours, variables and words of campaigns. */
import { MAX_CAMPAIGN_VARIABLES } from '@balcao/contract/endpoints/campaigns';
import { campaignSettingBounds as bounds } from '@balcao/domain/campaign/campaign';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import {
  useCampaignSettings,
  useSaveCampaignSettings,
  wordsOf,
  type CampaignSettings,
} from '../../entities/campaigns/campaign-settings.api.ts';
import { zoneName } from '../../entities/hours/zone-name.ts';
import { useCompanySettings, useSaveSetting } from '../../entities/settings/company-settings.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ErrorState,
  FieldRow,
  NumberField,
  Page,
  Skeleton,
  SwitchRow,
  TimeField,
  useToast,
} from '../../ui/index.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import css from './campaign-settings.module.css';
import { settingsTexts } from './campaign-settings.texts.ts';
import { VariablesField } from './variables-field.tsx';
import { WeekDrawing } from './week-drawing.tsx';
import { WordsField } from './keywords-field.tsx';

export function CampaignSettingsPage() {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const settings = useCampaignSettings();
  const company = useCompanySettings();
  const error = settings.error ?? company.error;
  return (
    <Page
      title={t('title')}
      width="settings"
      actions={
        <Button icon="arrow-l" onClick={() => void navigate({ to: '/campaigns' })}>
          {t('back')}
        </Button>
      }
    >
      {settings.data && company.data ? (
        <SettingsForm settings={settings.data} optOutWords={wordsOf(String(company.data.optOutWords ?? ''))} />
      ) : error ? (
        <ErrorState
          text={errorText(error, language)}
          onRetry={() => {
            void settings.refetch();
            void company.refetch();
          }}
        />
      ) : (
        [180, 300, 160].map((height) => <Skeleton key={height} height={height} />)
      )}
    </Page>
  );
}

const seconds = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const SettingsDraft = z
  .object({
    messageInterval: seconds(bounds.messageInterval),
    longerIntervalAfter: seconds(bounds.longerIntervalAfter),
    greaterInterval: z
      .int()
      .refine((value) => value === 0 || (value >= bounds.greaterInterval.min && value <= bounds.greaterInterval.max)),
    startHour: clockTime,
    endHour: clockTime,
    sabado: z.boolean(),
    domingo: z.boolean(),
    variables: z
      .array(z.object({ key: z.string(), value: z.string() }))
      .max(MAX_CAMPAIGN_VARIABLES)
      .refine(
        (variables) =>
          variables.every(({ key }) => /^[\p{L}\p{N}_-]{1,40}$/u.test(key)) &&
          new Set(variables.map(({ key }) => key)).size === variables.length,
      ),
    refusalWords: z.array(z.string()),
    optOutWords: z.array(z.string()),
  })
  .refine(({ startHour, endHour }) => startHour < endHour, { path: ['endHour'] });

function SettingsForm({ settings, optOutWords }: { settings: CampaignSettings; optOutWords: string[] }) {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const { user } = useSession();
  const save = useSaveCampaignSettings();
  const saveSetting = useSaveSetting();
  const form = useDraftForm({
    schema: SettingsDraft,
    values: { ...settings, optOutWords },
    save: async ({ optOutWords: words, ...draft }) => {
      if (words.join() !== optOutWords.join()) await saveSetting('optOutWords', words.join(', '));
      await save.mutateAsync(draft);
      for (const name of Object.keys(draft) as (keyof typeof draft)[]) form.setInitial(name, draft[name]);
      form.setInitial('optOutWords', words);
    },
    onSaved: () => toast.done(t('saved')),
    onError: toast.failed,
    ruleText: (field) =>
      field === 'greaterInterval'
        ? t('greaterInvalid')
        : field === 'endHour'
          ? t('endBeforeStart')
          : field.startsWith('variables')
            ? t('keyInvalid')
            : undefined,
  });
  const guard = useLeaveGuard(form.dirty);
  const typed = form.watch();
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <section className={css.card} aria-labelledby="campaign-pace">
        <h2 id="campaign-pace">{t('pace')}</h2>
        <p className={css.text}>{t('paceText')}</p>
        <FieldRow columns={3}>
          <NumberField
            label={t('messageInterval')}
            hint={t('zeroToSeconds')}
            min={0}
            max={bounds.messageInterval.max}
            {...form.number('messageInterval')}
          />
          <NumberField
            label={t('longerIntervalAfter')}
            hint={t('zeroToMessages')}
            min={0}
            max={bounds.longerIntervalAfter.max}
            {...form.number('longerIntervalAfter')}
          />
          <NumberField
            label={t('greaterInterval')}
            hint={t('zeroOrTwenty')}
            min={0}
            max={bounds.greaterInterval.max}
            {...form.number('greaterInterval')}
          />
        </FieldRow>
        <p className={css.summary}>
          {t(typed.longerIntervalAfter > 0 && typed.greaterInterval > 0 ? 'paceSummary' : 'paceSummaryPlain', {
            interval: typed.messageInterval,
            after: typed.longerIntervalAfter,
            pause: typed.greaterInterval,
          })}
        </p>
      </section>
      <section className={css.card} aria-labelledby="campaign-hours">
        <h2 id="campaign-hours">{t('hours')}</h2>
        <div className={css.beside}>
          <div className={css.times}>
            <FieldRow>
              <TimeField label={t('startHour')} required {...form.text('startHour')} />
              <TimeField label={t('endHour')} required {...form.text('endHour')} />
            </FieldRow>
            <SwitchRow label={t('saturday')} {...form.toggle('sabado')} />
            <SwitchRow label={t('sunday')} {...form.toggle('domingo')} />
            <p className="muted">{t('holidaysNote', { zone: zoneName(user.company.timeZone) })}</p>
          </div>
          <WeekDrawing
            startHour={typed.startHour}
            endHour={typed.endHour}
            sabado={typed.sabado}
            domingo={typed.domingo}
          />
        </div>
      </section>
      <section className={css.card} aria-labelledby="campaign-variables">
        <h2 id="campaign-variables">{t('variables')}</h2>
        <p className={css.text}>{t('variablesText')}</p>
        <VariablesField
          variables={typed.variables}
          error={form.invalidFields.some((field) => field.startsWith('variables')) ? t('keyInvalid') : undefined}
          onChange={form.set('variables')}
        />
      </section>
      <section className={css.card} aria-labelledby="campaign-words">
        <h2 id="campaign-words">{t('words')}</h2>
        <p className={css.text}>{t('wordsText')}</p>
        <div className={css.beside}>
          <WordsField
            label={t('optOutWords')}
            hint={t('optOutHint')}
            words={typed.optOutWords}
            onChange={form.set('optOutWords')}
          />
          <WordsField
            label={t('refusalWords')}
            hint={t('refusalHint')}
            words={typed.refusalWords}
            onChange={form.set('refusalWords')}
          />
        </div>
      </section>
      <div className={css.foot}>
        <span className="muted" aria-live="polite">
          {form.dirty && t('unsaved')}
        </span>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('save')}
        </Button>
      </div>
      <LeaveQuestion guard={guard} title={t('leaveTitle')} text={t('leaveText')} verb={t('leave')} safe={t('stay')} />
    </form>
  );
}
