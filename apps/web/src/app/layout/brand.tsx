import { usePublicSettings } from '../../lib/theme.ts';
import { useTheme } from '../../lib/theme.ts';
import css from './nav.module.css';

export const DEFAULT_APP_NAME = 'Balcão';

/** The platform's logo and name, or the default ones. */
export function Brand({ short = false }: { short?: boolean }) {
  const { appName, appLogoLight, appLogoDark } = usePublicSettings();
  const { theme } = useTheme();
  const logo = theme === 'dark' ? (appLogoDark ?? appLogoLight) : (appLogoLight ?? appLogoDark);
  const name = appName || DEFAULT_APP_NAME;

  if (logo && !short)
    return (
      <div className={css.brand}>
        {<img className={css.logo} src={`/public/${encodeURIComponent(logo)}`} alt={name} />}
      </div>
    );
  return (
    <div className={css.brand}>
      <span className={css.mark}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            d="M6.5 5.2h11a2.3 2.3 0 0 1 2.3 2.3v4a2.3 2.3 0 0 1-2.3 2.3h-5.3l-3.6 2.7v-2.7H6.5a2.3 2.3 0 0 1-2.3-2.3v-4a2.3 2.3 0 0 1 2.3-2.3z"
            fill="currentColor"
          />
          <rect x="2.5" y="18" width="19" height="2.8" rx="1.4" fill="currentColor" />
        </svg>
      </span>
      {short ? <span className="sr">{name}</span> : <span className="cut">{name}</span>}
    </div>
  );
}
