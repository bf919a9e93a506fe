import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInPage } from './features/sign-in/sign-in-page.tsx';
import './features/sign-in/page.css';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <SignInPage />
    </StrictMode>,
  );
