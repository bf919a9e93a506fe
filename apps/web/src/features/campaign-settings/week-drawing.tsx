/** The week with its sending hours, as bars on a ruler of 24 hours. */
import { DAY_MS } from '@balcao/domain/kit/durations';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import css from './campaign-settings.module.css';
import { settingsTexts } from './campaign-settings.texts.ts';

export interface SendingWeek {
  startHour: string;
  endHour: string;
  sabado: boolean;
  domingo: boolean;
}
const DAY_MINUTES = 24 * 60;
const RULER = [0, 6, 12, 18, 24];
/** A Monday; only the names of its week are read. */
const MONDAY = Date.UTC(2026, 0, 5);

export function WeekDrawing(week: SendingWeek) {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const [from, to] = [minutesOf(week.startHour), minutesOf(week.endHour)];
  const isValid = from !== undefined && to !== undefined && from < to;
  return (
    <div
      className={css.week}
      role="img"
      aria-label={t('weekLabel', { days: t(daysText(week)), from: week.startHour, to: week.endHour })}
    >
      <div className={cx(css.day, css.ruler)} aria-hidden="true">
        <span />
        <span className={css.hours}>
          {RULER.map((hour) => (
            <span key={hour} className="num">
              {hour}
            </span>
          ))}
        </span>
      </div>
      {Array.from({ length: 7 }, (_, day) => {
        const isOpen = isValid && (day < 5 || (day === 5 ? week.sabado : week.domingo));
        return (
          <div key={day} className={css.day} data-day={day} data-open={isOpen || undefined} aria-hidden="true">
            <span className={css.dayName}>{name.format(MONDAY + day * DAY_MS).replace('.', '')}</span>
            <span className={css.track}>
              {isOpen ? (
                <span
                  className={css.open}
                  style={{
                    left: `${(from / DAY_MINUTES) * 100}%`,
                    width: `${((to - from) / DAY_MINUTES) * 100}%`,
                  }}
                />
              ) : (
                <span className={css.closed}>{t('noSending')}</span>
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
}

const daysText = ({ sabado, domingo }: SendingWeek) =>
  sabado && domingo ? 'everyDay' : sabado ? 'withSaturday' : domingo ? 'withSunday' : 'weekdays';

function minutesOf(text: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}
