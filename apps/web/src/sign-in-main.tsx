import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { pageAt } from './features/sign-in/entry-pages.ts';
import './features/sign-in/page.css';
import { loadErrorTexts } from './lib/error-text.ts';

const Page = pageAt(location.pathname);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <Page />
      </Suspense>
    </StrictMode>,
  );
// Without them errors are shown in a general sentence.
loadErrorTexts().catch(() => {});
