import { expect, test, type Page } from "@playwright/test";

test.use({ baseURL: process.env.HARBOR_WEB ?? "http://127.0.0.1:5173" });

const PARCEL = {
  trackingNo: "HB000000017",
  carrier: "swiftline",
  state: "in_transit",
  asOf: "2026-03-04T12:00:00+00:00",
  eta: ["2026-03-05", "2026-03-06"],
};

async function answer(page: Page, status: number, body: object): Promise<void> {
  await page.route("**/api/parcels/*", (route) =>
    route.fulfill({ status, json: body, headers: { "x-request-id": "req42" } }),
  );
}

test("a typed number leads to the timeline", async ({ page }) => {
  await answer(page, 200, PARCEL);
  await page.goto("/");
  await page.getByLabel("Tracking number").fill("hb 000 000 017");
  await page.getByRole("button", { name: "Track" }).click();
  await expect(page).toHaveURL(/\/p\/HB000000017$/);
  await expect(page.locator("li[aria-current=step]")).toContainText("On its way");
});

test("a wrong number is explained without a request", async ({ page }) => {
  let asked = false;
  page.on("request", (request) => {
    asked ||= request.url().includes("/api/");
  });
  await page.goto("/");
  await page.getByLabel("Tracking number").fill("HB12");
  await page.getByRole("button", { name: "Track" }).click();
  await expect(page.getByText("HB followed by nine digits")).toBeVisible();
  expect(asked).toBe(false);
});

test("an error shows the reference", async ({ page }) => {
  await answer(page, 503, {});
  await page.goto("/p/HB000000017");
  await expect(page.getByRole("alert")).toContainText("req42");
});
