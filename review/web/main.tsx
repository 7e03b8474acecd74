import * as z from 'zod';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiFailure } from './api/request.js';
import { App } from './app.js';
import './style/base.css';
import './style/parts.css';
import './style/item.css';
import './style/lead.css';

// By default zod compiles its parsers with `new Function`, which the page's CSP forbids.
z.config({ jitless: true });

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 3 && (!(error instanceof ApiFailure) || error.passing),
    },
  },
});

const place = document.getElementById('page');
if (!place) throw new Error('the page has no place for the application');
createRoot(place).render(
  <QueryClientProvider client={cache}>
    <App />
  </QueryClientProvider>,
);
