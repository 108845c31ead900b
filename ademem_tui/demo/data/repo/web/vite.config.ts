import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const API = process.env.HARBOR_API ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  server: {
    // The page asks for /api/...; the same prefix is used by the gateway in production.
    proxy: { "/api": { target: API, changeOrigin: false } },
  },
  build: {
    target: "es2022",
    sourcemap: true,
    // Keep file names stable enough for the gateway's cache rules.
    rollupOptions: { output: { entryFileNames: "assets/[name]-[hash].js" } },
  },
});
